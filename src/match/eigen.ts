// The door of ml-matrix: eigenvectors of a symmetric matrix, for the calibration only (no hook loads this).
import { EigenvalueDecomposition, Matrix } from "ml-matrix";

export type Eigen = { readonly values: readonly number[]; readonly vectors: readonly Float32Array[] };

/** Largest eigenvalue first; `matrix` is row-major [n × n]. */
export function symmetricEigen(matrix: Float64Array, n: number): Eigen {
  const decomposition = new EigenvalueDecomposition(Matrix.from1DArray(n, n, matrix), { assumeSymmetric: true });
  const order = decomposition.realEigenvalues.map((value, i) => ({ value, i })).sort((a, b) => b.value - a.value);
  return {
    values: order.map(({ value }) => value),
    vectors: order.map(({ i }) => Float32Array.from(decomposition.eigenvectorMatrix.getColumn(i))),
  };
}
