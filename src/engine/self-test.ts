// How near a vector must come to the one that is stored for the same text.

/** The engines differ in their arithmetic; below this something is wrong. */
export const LEAST_COSINE = 0.999;

/** `base64`: of f32, little-endian, as a manifest holds it. A vector of another length is not near. */
export function cosineWith(vector: Float32Array, base64: string): number {
  const bytes = Uint8Array.fromBase64(base64);
  const stored = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  if (stored.length !== vector.length) return 0;
  return stored.reduce((sum, x, k) => sum + x * (vector[k] ?? 0), 0);
}
