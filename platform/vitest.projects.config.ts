import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProjectInlineConfiguration } from 'vitest/config'

type Database = 'embedded' | 'postgres'

/** The rules of a part without I/O, and its tests over both databases; what only one of them can show lies in a folder of its name. */
export const projectsOf = (part: string, root: string): TestProjectInlineConfiguration[] => [
  { root, test: { name: `${part} rules`, include: ['src/**/*.test.ts'] } },
  ...integration(part, root, 'embedded', 'postgres'),
  ...integration(part, root, 'postgres', 'embedded'),
]

function integration(
  part: string,
  root: string,
  database: Database,
  other: Database,
): TestProjectInlineConfiguration[] {
  const setUp = {
    globalSetup: [join(root, `test/databases/${database}.ts`)],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  }

  return [
    {
      root,
      test: {
        ...setUp,
        name: `${part} on ${database}`,
        include: ['test/**/*.test.ts'],
        exclude: [`test/${other}/**`, 'test/alone/**'],
        // One process for many files: what they import, and an open embedded database, serve the next file too.
        isolate: false,
      },
    },
  ]
}

const root = fileURLToPath(new URL('.', import.meta.url))

/** What measures its own process shares it with nobody. */
const alone = (['embedded', 'postgres'] as const).map((database) => ({
  root,
  test: {
    name: `platform on ${database}, alone`,
    globalSetup: [join(root, `test/databases/${database}.ts`)],
    include: ['test/alone/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
}))

export const platformProjects: TestProjectInlineConfiguration[] = [
  ...projectsOf('platform', root),
  ...alone,
]
