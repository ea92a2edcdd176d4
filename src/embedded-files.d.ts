declare module "*.wasm" {
  const path: string;
  export default path;
}
declare module "*.blob" {
  const path: string;
  export default path;
}
declare module "*/assistant.js" {
  const path: string;
  export default path;
}
