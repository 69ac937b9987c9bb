/** The build inlines the file's text, so that the bundle needs no other files. */
declare module '*?raw' {
  const text: string
  // biome-ignore lint/style/noDefaultExport: Vite exports a raw file as default only
  export default text
}
