/** The program of a worker thread. From source, as tests run, threads come from the last build. */
export const threadFile = (name: string): URL =>
  new URL(
    import.meta.url.endsWith('.ts') ? `../../dist/${name}.js` : `./${name}.js`,
    import.meta.url,
  )
