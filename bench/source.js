import { fileURLToPath } from 'node:url'
import { createRunnableDevEnvironment, resolveConfig } from 'vite'

const root = new URL('..', import.meta.url)

export const path = (name) => fileURLToPath(new URL(name, root))

/** A module of a part's source, such as `platform/src/db/open.ts`, as it is now, without a build. */
export async function source(name) {
  environment ??= openEnvironment()

  return (await environment).runner.import(path(name))
}

/** One for all modules: they compare classes that each environment would define again. */
let environment

async function openEnvironment() {
  const config = await resolveConfig(
    {
      root: path('.'),
      configFile: false,
      envDir: false,
      environments: {
        bench: {
          consumer: 'server',
          dev: { moduleRunnerTransform: true },
          resolve: { external: true, mainFields: [], conditions: ['node'] },
        },
      },
    },
    'serve',
  )
  const opened = createRunnableDevEnvironment('bench', config, {
    runnerOptions: { hmr: false },
    hot: false,
  })
  await opened.init()

  return opened
}
