import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin, type TestProjectInlineConfiguration } from 'vitest/config'
import { readKeptSourcesAsText } from './scripts/kept-sources.js'
import { useMemoryFolder } from './scripts/memory-folder.js'
import { TestOrder } from './scripts/test-order.js'

useMemoryFolder()
readKeptSourcesAsText()

const DATABASES = ['embedded', 'postgres'] as const

const folderOf = (part: string) => fileURLToPath(new URL(part, import.meta.url))

/**
 * Folders of what can behave differently over the embedded engine: data API, policies, jobs, files, upgrades. Any other
 * file (driver, statements, migrations, limits, start) says so in its first line, with the reason. `npm run test:all` runs everything over both.
 */
const OVER_EMBEDDED: Record<string, RegExp> = {
  platform: /^test\/(embedded|jobs|rest|storage)\/.+\.test\.ts$/,
  server: /^test\/([^/]+-policies|(embedded|rest|storage|upgrade)\/.+)\.test\.ts$/,
}
const MARK = /^\/\/ Over both databases: .+/

const isFullMatrix = process.env.TEST_MATRIX === 'all'

function embeddedFiles(part: string): string[] {
  if (isFullMatrix) return ['test/**/*.test.ts']

  return readdirSync(join(folderOf(part), 'test'), { recursive: true, encoding: 'utf8' })
    .map((name) => `test/${name}`)
    .filter((name) => name.endsWith('.test.ts'))
    .filter(
      (name) =>
        OVER_EMBEDDED[part]?.test(name) ||
        MARK.test(readFileSync(join(folderOf(part), name), 'utf8')),
    )
}

/**
 * Compiled sources are kept between runs and between projects of one folder: else each project compiles all of its
 * part, for ten seconds. Their key is what the file, this configuration and the packages say.
 */
const KEPT_MODULES = {
  fsModuleCache: true,
  fsModuleCachePath: folderOf('.cache/modules'),
}

/** What an import leads to is decided by the packages, whose files are in no module's key otherwise. */
const packagesInKeys: Plugin = {
  name: 'packages-in-keys',
  configureVitest({ experimental_defineCacheKeyGenerator }) {
    const { workspaces } = JSON.parse(packageFile('.')) as { workspaces: string[] }
    const packages = workspaces.map(packageFile).join()
    experimental_defineCacheKeyGenerator(() => packages)
  },
}

const packageFile = (part: string) => readFileSync(join(folderOf(part), 'package.json'), 'utf8')

/**
 * Rules without I/O, and tests over the databases; what only one of them can show lies in a folder of its name. One
 * process for many files: what they import, and an open embedded database, serve the next file too.
 */
const backend = (part: string): TestProjectInlineConfiguration[] => [
  {
    root: folderOf(part),
    test: {
      name: `${part} rules`,
      include: ['src/**/*.test.ts'],
      testTimeout: 60_000,
      isolate: false,
      experimental: KEPT_MODULES,
    },
  },
  ...DATABASES.map((database) =>
    integration(part, database, {
      name: `${part} on ${database}`,
      include: database === 'embedded' ? embeddedFiles(part) : ['test/**/*.test.ts'],
      exclude: [...DATABASES.filter((one) => one !== database), 'alone'].map(
        (folder) => `test/${folder}/**`,
      ),
      isolate: false,
    }),
  ),
]

/** What measures its own process shares it with nobody. */
const alone = DATABASES.map((database) =>
  integration('platform', database, {
    name: `platform on ${database}, alone`,
    include: ['test/alone/*.test.ts'],
    // Tokens are made and remembered in this process, whatever the database; the embedded engine is in it too.
    exclude: database === 'embedded' ? ['test/alone/token-memory.test.ts'] : [],
  }),
)

function integration(
  part: string,
  database: string,
  test: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration {
  const root = folderOf(part)
  const globalSetup = [`${root}/test/databases/${database}.ts`]

  return {
    root,
    test: {
      globalSetup,
      testTimeout: 120_000,
      hookTimeout: 120_000,
      experimental: KEPT_MODULES,
      ...test,
    },
  }
}

export default defineConfig({
  plugins: [packagesInKeys],
  test: {
    // One more than most machines of CI have: tests wait for databases, timers and disks for a third of their time.
    maxWorkers: 3,
    sequence: { sequencer: TestOrder },
    projects: [
      ...backend('platform'),
      ...alone,
      ...backend('server'),
      'contract',
      'backend-client',
      'extension',
      'sync',
      'sync-panels',
      'ui',
      'web',
      'web/vitest.screens.config.ts',
      'standins',
      {
        test: {
          name: 'scripts',
          include: ['scripts/*.test.js'],
          // It compiles a copy of every part for half a minute, and few changes can break it.
          exclude: isFullMatrix ? [] : ['scripts/languages.test.js'],
          testTimeout: 20_000,
        },
      },
    ],
  },
})
