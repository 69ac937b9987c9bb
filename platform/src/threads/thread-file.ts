/**
 * The file of a worker thread, for the module at `from`. When source files run directly, as in tests, threads use the last build of their
 * part.
 */
export function threadFile(name: string, from: string): URL {
  const source = from.lastIndexOf('/src/')

  return from.endsWith('.ts')
    ? new URL(`${from.slice(0, source)}/dist/${name}.js`)
    : new URL(`./${name}.js`, from)
}
