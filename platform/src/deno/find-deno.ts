import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'

const FILE = process.platform === 'win32' ? 'deno.exe' : 'deno'

/** Deno from npm, in the project or beside this program, else from the path; null: there is none. */
export function findDeno(project: string, path: string): string | null {
  const installed = [join(project, 'package.json'), import.meta.url].flatMap(fromNpm)
  const onPath = path.split(delimiter).map((folder) => join(folder, FILE))

  return [...installed, ...onPath].find(isProgram) ?? null
}

/** The package of this machine's binary. The one named `deno` needs a script after its installation to find it. */
function fromNpm(from: string): string[] {
  const { platform, arch } = process
  const machine = platform === 'linux' ? `linux-${arch}-glibc` : `${platform}-${arch}`
  const name = `@deno/${machine}/package.json`
  const bases = [from, resolved(from, 'deno/package.json')]

  return bases.flatMap((base) => {
    const file = base && resolved(base, name)
    return file ? [join(dirname(file), FILE)] : []
  })
}

function resolved(from: string, name: string): string | null {
  try {
    return createRequire(from).resolve(name)
  } catch {
    return null
  }
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
