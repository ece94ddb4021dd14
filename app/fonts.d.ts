/** The address under which the build serves the font. */
declare module "*.woff2" {
  const url: string;
  export default url;
}
