/**
 * The program of a worker thread of the module at `from`. From source, as tests run, threads come from the last build of
 * its part.
 */
export function threadFile(name: string, from: string): URL {
  const source = from.lastIndexOf('/src/')

  return from.endsWith('.ts')
    ? new URL(`${from.slice(0, source)}/dist/${name}.js`)
    : new URL(`./${name}.js`, from)
}
