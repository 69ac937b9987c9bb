/** The build puts the file's text in place of the import, so that the bundle needs nothing beside it. */
declare module '*?raw' {
  const text: string
  // biome-ignore lint/style/noDefaultExport: the builder has no other name for the text of a file
  export default text
}
