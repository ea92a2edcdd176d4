"""Two 4-bit numbers in a byte."""

import numpy as np


def pack(numbers: np.ndarray) -> np.ndarray:
    """u8 [..., n] → u8 [..., n / 2]; the low nibble is the even element."""
    return numbers[..., 0::2] | (numbers[..., 1::2] << 4)
