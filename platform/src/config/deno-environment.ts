import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from './environment.ts'

export type DenoEnvironment = {
  /** Folders of programs. */
  path: string
  /** Where modules are kept and how they are fetched. Functions can read these variables. */
  variables: Record<string, string>
}

const PASSED = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'NPM_CONFIG_REGISTRY', 'DENO_CERT']

/** What Deno gets of this process's variables. */
export function readDenoEnvironment(environment: Environment = process.env): DenoEnvironment {
  const passed = PASSED.flatMap((name) => {
    const value = environment[name]
    return value === undefined ? [] : [[name, value]]
  })
  const modules = environment.DENO_DIR ?? join(homedir(), '.cache', 'deno')

  return {
    path: environment.PATH ?? '',
    variables: { ...Object.fromEntries(passed), DENO_DIR: modules },
  }
}
