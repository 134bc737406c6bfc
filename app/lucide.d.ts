/** Lucide has types for all of its icons together only; one by one they are what a build needs. */
declare module "lucide/dist/esm/icons/*.mjs" {
  const icon: import("lucide").IconNode;
  export default icon;
}
