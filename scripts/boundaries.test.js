import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { file, text } from './boundaries.js'
import { BOUNDARIES } from './boundary-table.js'
import { folderCycles } from './folder-cycles.js'
import { root } from './root.js'

// Each line breaks one rule: a file, and an import that it must not have.
const forbidden = [
  ['contract/src/x.ts', '@app/server/x'],
  ['contract/src/x.ts', '#other/x.ts'],
  ['platform/src/errors/x.ts', '#db/database.ts'],
  ['platform/src/cache/x.ts', '#errors/app-error.ts'],
  ['platform/src/clock/x.ts', '#db/database.ts'],
  ['platform/src/log/x.ts', '#db/database.ts'],
  ['platform/src/threads/x.ts', '#db/database.ts'],
  ['platform/src/sealing/x.ts', '#db/database.ts'],
  ['platform/src/tokens/x.ts', '#db/database.ts'],
  ['platform/src/db/x.ts', '#identity/x.ts'],
  ['platform/src/db/x.ts', '#config/platform-config.ts'],
  ['platform/src/project/x.ts', '#identity/x.ts'],
  ['platform/src/transfer/x.ts', '#identity/x.ts'],
  ['platform/src/deno/x.ts', '#db/database.ts'],
  ['platform/src/limits/x.ts', '#jobs/x.ts'],
  ['platform/src/jobs/x.ts', '#mail/x.ts'],
  ['platform/src/mail/x.ts', 'pg'],
  ['platform/src/outside/x.ts', '#identity/x.ts'],
  ['platform/src/config/x.ts', '#db/database.ts'],
  ['platform/src/identity/accounts/x.ts', '#data-api/x.ts'],
  ['platform/src/identity/accounts/x.ts', '#config/platform-config.ts'],
  ['platform/src/data-api/x.ts', '#http/rest/x.ts'],
  ['platform/src/files/x.ts', 'hono'],
  ['platform/src/realtime/x.ts', '#http/realtime/upgrade.ts'],
  ['platform/src/http/rest/x.ts', 'pg'],
  ['platform/src/http/rest/x.ts', '#compose/open-platform.ts'],
  ['platform/src/http/rest/x.ts', '#config/platform-config.ts'],
  ['platform/src/compose/x.ts', '@app/server/x'],
  ['platform/test/x.test.ts', '@app/server/x'],
  ['server/src/admin/x.ts', '#billing/x.ts'],
  ['server/src/billing/x.ts', '#projects/x.ts'],
  ['server/src/private-imports/x.ts', '#billing/x.ts'],
  ['server/src/billing/x.ts', '#http/functions/routes.ts'],
  ['server/src/billing/x.ts', '#config/config.ts'],
  ['server/src/billing/x.ts', '#compose/serve.ts'],
  ['server/src/billing/x.ts', '@app/platform/data-api/x.ts'],
  ['server/src/billing/x.ts', '@app/platform/config/platform-config.ts'],
  ['server/src/billing/x.ts', 'hono'],
  ['server/src/billing/x.ts', 'pg'],
  ['server/src/a-new-area/x.ts', '#billing/x.ts'],
  ['server/src/a-new-area/x.ts', '@electric-sql/pglite'],
  ['server/src/config/x.ts', '#billing/x.ts'],
  ['server/src/jobs/x.ts', '#billing/x.ts'],
  ['server/src/mails/x.ts', '#projects/x.ts'],
  ['server/src/product-events/x.ts', '#projects/x.ts'],
  ['server/src/outside/x.ts', '#code-host/x.ts'],
  ['server/src/http/functions/x.ts', '#compose/serve.ts'],
  ['server/src/http/functions/x.ts', '#config/config.ts'],
  ['server/src/http/functions/x.ts', '@app/platform/compose/open-platform.ts'],
  ['server/src/http/functions/x.ts', 'pg'],
  ['server/src/compose/x.ts', '@app/web/x'],
  ['server/test/x.test.ts', '@app/web/x'],
  ['sync/src/host/x.ts', '@app/contract/errors'],
  ['sync/src/host/x.ts', 'node:fs'],
  ['sync/test/x.test.ts', '@app/server/x'],
  ['backend-client/src/x.ts', '@app/sync/push'],
  ['backend-client/src/x.ts', '@app/web/x'],
  ['backend-client/src/x.ts', '@tanstack/react-query'],
  ['backend-client/test/x.test.ts', '@app/server/x'],
  ['sync-panels/src/push/x.tsx', 'react-router'],
  ['sync-panels/src/push/x.tsx', '@app/web/x'],
  ['sync-panels/src/push/x.tsx', '@app/standins/x'],
  ['sync-panels/src/push/x.tsx', '@supabase/auth-js'],
  ['sync-panels/test/x.test.tsx', '@app/server/x'],
  ['extension/src/config/x.ts', '#store/storage.ts'],
  ['extension/src/messages/x.ts', '#store/storage.ts'],
  ['extension/src/store/x.ts', '#worker/session.ts'],
  ['extension/src/words/x.ts', '#worker/session.ts'],
  ['extension/src/capture/x.ts', '#store/storage.ts'],
  ['extension/src/builder/x.ts', '@app/sync/push'],
  ['extension/src/site/x.ts', '#store/storage.ts'],
  ['extension/src/worker/x.ts', '#panel/ask.ts'],
  ['extension/src/panel/x.tsx', '@app/sync/push'],
  ['extension/src/options/x.tsx', '@app/sync-panels/push-service'],
  ['ui/src/x.tsx', '@app/sync/push'],
  ['ui/src/x.tsx', '#i18n/t.ts'],
  ['ui/src/x.tsx', '@app/contract/errors'],
  ['ui/src/x.tsx', 'react-router'],
  ['ui/src/x.tsx', '@tanstack/react-query'],
  ['web/src/browser/x.ts', '#config/paths.ts'],
  ['web/src/config/x.ts', '#api/x.ts'],
  ['web/src/config/x.ts', '#app/routes.tsx'],
  ['web/src/i18n/x.ts', '#features/billing/x.ts'],
  ['web/src/i18n/x.ts', '#api/x.ts'],
  ['web/src/api/x.ts', '#features/billing/x.ts'],
  ['web/src/api/x.ts', '@app/ui/button.tsx'],
  ['web/src/on-demand/x.tsx', '#features/billing/x.ts'],
  ['web/src/features/billing/x.tsx', '#features/feedback/x.tsx'],
  ['web/src/features/billing/x.tsx', '#screens/home/home-screen.tsx'],
  ['web/src/features/billing/x.tsx', '#app/routes.tsx'],
  ['web/src/screens/pricing/x.tsx', '#app/routes.tsx'],
  ['web/src/screens/pricing/x.tsx', '#screens/home/home-screen.tsx'],
  ['web/src/app/x.tsx', '@app/server/x'],
  ['web/test/screens/x.test.ts', '#api/session.ts'],
  ['standins/src/github/x.ts', '@app/contract/errors'],
  ['standins/src/github/x.ts', '@app/server/x'],
  ['e2e/journeys/x.spec.ts', '@app/contract/errors'],
  ['server/src/billing/x.ts', '../errors/app-error.ts'],
]

test('the linter’s file says what the table says', () => {
  expect(readFileSync(file, 'utf8')).toBe(text())
})

test('every row of the table is broken by some line here', () => {
  const rows = BOUNDARIES.map(([folder]) => folder).filter((folder) => folder !== 'server/src')
  const broken = (folder) => forbidden.some(([path]) => path.startsWith(`${folder}/`))
  const areas =
    /^server\/src\/(code-host|members|newsletter|personal-data|projects|resources|web-builds)$/

  expect(rows.filter((folder) => !areas.test(folder) && !broken(folder))).toEqual([])
})

test('every area of the server has its row', () => {
  const folders = readdirSync(join(root, 'server/src'))
  const rows = BOUNDARIES.map(([folder]) => folder)

  expect(folders.filter((folder) => !rows.includes(`server/src/${folder}`))).toEqual([])
})

test('every forbidden import is refused', () => {
  const found = lint(forbidden.map(([file, imported]) => [file, importing(imported)]))

  expect(found.map((rules) => rules.includes('noRestrictedImports'))).toEqual(
    forbidden.map(() => true),
  )
})

const allowed = [
  ['web/src/screens/pricing/x.tsx', '#features/billing/plan-card.tsx'],
  ['web/src/screens/pricing/x.tsx', '#api/plans.ts'],
  ['web/src/features/billing/x.tsx', '@app/ui/button.tsx'],
  ['web/src/features/billing/x.tsx', '#on-demand/on-demand.tsx'],
  ['ui/src/x.tsx', '@base-ui/react/menu'],
  ['backend-client/src/x.ts', '@app/contract/record-push'],
  ['web/src/api/simulator/x.ts', '@app/backend-client/backend'],
  ['web/src/screens/simulator/x.tsx', '@app/backend-client/backend'],
  ['extension/src/worker/x.ts', '@app/sync/push'],
  ['extension/src/panel/x.tsx', '@app/sync-panels/push'],
  ['sync-panels/src/push/x.tsx', '@app/sync/push'],
  ['sync-panels/src/push/x.tsx', '@app/ui/button.tsx'],
  ['web/src/features/simulator/x.tsx', '@app/sync-panels/surroundings'],
  ['web/src/screens/simulator/x.tsx', '@app/sync-panels/surroundings'],
  ['web/src/i18n/x.ts', '@app/ui/translator.ts'],
  ['platform/src/identity/sessions/x.ts', '#identity/accounts/x.ts'],
  ['platform/src/http/rest/x.ts', '#data-api/x.ts'],
  ['server/src/billing/x.ts', '@app/platform/db/database.ts'],
  ['server/src/code-host/events/x.ts', '#code-host/code-host.ts'],
  ['server/src/http/functions/x.ts', '#billing/x.ts'],
]

test('what may be imported is let through', () => {
  const found = lint(allowed.map(([file, imported]) => [file, importing(imported)]))

  expect(found.map((rules) => rules.includes('noRestrictedImports'))).toEqual(
    allowed.map(() => false),
  )
})

const unwanted = [
  ['ui/src/x.ts', 'export default 1\n', 'noDefaultExport'],
  ['ui/src/x.ts', `export { x } from './y.ts'\n`, 'noBarrelFile'],
  ['platform/src/db/x.ts', 'export const x = process.env.X\n', 'noProcessEnv'],
  ['platform/src/db/x.ts', `console.log('x')\n`, 'noConsole'],
  ['web/src/screens/home/x.tsx', 'export const X = () => <p>Words</p>\n', 'noJsxLiterals'],
  ['platform/src/db/BadName.ts', 'export const x = 1\n', 'useFilenamingConvention'],
  [
    'platform/src/db/x.ts',
    'async function f() {}\nexport function g() {\n  f()\n}\n',
    'noFloatingPromises',
  ],
  ['platform/src/db/x.ts', 'export const x = (y?: string) => y!\n', 'noNonNullAssertion'],
  ['platform/src/db/x.ts', `import { x } from 'left-pad'\nx()\n`, 'noUndeclaredDependencies'],
]

test('unwanted habits are refused', () => {
  const found = lint(unwanted.map(([file, source]) => [file, source]))

  expect(unwanted.filter(([, , rule], i) => !found[i].includes(rule))).toEqual([])
})

const literalKeys = [
  `client.invalidateQueries({ queryKey: ['projects'] })`,
  `client.removeQueries({ 'queryKey': [...root, id] })`,
  `useQuery({ queryKey: ['projects'] as const, queryFn })`,
  `client.setQueryData(['projects', id], null)`,
  `client.setQueryData<string[]>(['projects'], [])`,
  `client.getQueryData(['projects'])`,
  `client.getQueryState(['projects'])`,
  `const queryKey = ['projects']`,
]

test.each([
  ['web/src/app/x.ts', true],
  ['web/src/screens/home/x.ts', true],
  ['web/src/features/billing/x.ts', true],
  ['web/src/api/x.ts', false],
])('a query key in %s is refused: %s', (file, isRefused) => {
  const found = lint(literalKeys.map((line) => [file, `${line}\n`]))

  expect(found.map((rules) => rules.includes('plugin'))).toEqual(literalKeys.map(() => isRefused))
})

test('the key of a query may be used anywhere', () => {
  const [found] = lint([
    [
      'web/src/features/billing/x.ts',
      'client.setQueryData(plansQuery.queryKey, [])\nclient.removeQueries({ queryKey: plansQuery.queryKey })\n',
    ],
  ])

  expect(found).not.toContain('plugin')
})

test('two files that import each other are refused, even for a type', () => {
  const found = lint([
    ['platform/src/db/a.ts', `import type { B } from './b.ts'\nexport type A = { b: B }\n`],
    ['platform/src/db/b.ts', `import type { A } from './a.ts'\nexport type B = { a: A }\n`],
  ])

  expect(found.map((rules) => rules.includes('noImportCycles'))).toEqual([true, true])
})

test('folders that import each other are found, also around a corner', () => {
  const imports = [
    ['a/x.ts', 'b/x.ts'],
    ['b/y.ts', 'c/deep/x.ts'],
    ['c/x.ts', 'a/y.ts'],
    ['d/x.ts', 'a/x.ts'],
  ]

  const edges = folderCycles(imports, 1).map((line) => line.split(' (')[0])
  expect(edges).toEqual(['a → b', 'b → c', 'c → a'])
  expect(folderCycles(imports, 2)).toEqual([])
})

const importing = (name) => `import { x } from '${name}'\nx()\n`

const COPIED = [
  'biome.jsonc',
  'biome.boundaries.json',
  'scripts/query-keys.grit',
  'platform/package.json',
]

/** For each file the rules it breaks; all lie in one folder, told apart by a number in their names. */
function lint(files) {
  const folder = mkdtempSync(join(tmpdir(), 'gitferry-boundaries-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of COPIED) cpSync(join(root, name), join(folder, name))
  const placed = files.map(([file, source], i) => {
    const name = file.replace(/\bx(?=\.)/, `x${i}`)
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), source)
    return name
  })
  const found = rulesBroken(folder)

  return placed.map((name) => found.filter(({ file }) => file === name).map(({ rule }) => rule))
}

function rulesBroken(folder) {
  const { stdout } = spawnSync(
    process.execPath,
    [
      `${root}node_modules/@biomejs/biome/bin/biome`,
      'lint',
      '--vcs-enabled=false',
      '--reporter=json',
      '--max-diagnostics=none',
      '.',
    ],
    { cwd: folder, encoding: 'utf8' },
  )

  return JSON.parse(stdout).diagnostics.map(({ category, location }) => ({
    rule: category.split('/').at(-1),
    file: location.path,
  }))
}
