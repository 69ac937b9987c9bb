import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './root.js'

// Each line is one way to break the house: a file, and an import that must not stand in it.
const forbidden = [
  ['contract/src/x.ts', '@app/server/x'],
  ['contract/src/x.ts', '#other/x.ts'],
  ['web/src/screens/pricing/x.tsx', '#app/routes.tsx'],
  ['web/src/screens/pricing/x.tsx', '#screens/home/home-screen.tsx'],
  ['web/src/features/billing/x.tsx', '#features/feedback/x.tsx'],
  ['web/src/features/billing/x.tsx', '#screens/home/home-screen.tsx'],
  ['web/src/features/billing/x.tsx', '#app/routes.tsx'],
  ['web/src/api/x.ts', '@app/ui/button.tsx'],
  ['web/src/api/x.ts', '#features/billing/plan-card.tsx'],
  ['web/src/i18n/x.ts', '#features/billing/x.ts'],
  ['web/src/config/x.ts', '#app/routes.tsx'],
  ['ui/src/x.tsx', '#i18n/t.ts'],
  ['ui/src/x.tsx', '@app/contract/errors'],
  ['ui/src/x.tsx', '@app/web/x'],
  ['ui/src/x.tsx', 'react-router'],
  ['ui/src/x.tsx', '@tanstack/react-query'],
  ['server/src/billing/x.ts', '#projects/x.ts'],
  ['server/src/billing/x.ts', '#http/rest/routes.ts'],
  ['server/src/billing/x.ts', '#config/config.ts'],
  ['server/src/billing/x.ts', '#app.ts'],
  ['server/src/billing/x.ts', 'hono'],
  ['server/src/billing/x.ts', 'pg'],
  ['server/src/a-new-area/x.ts', '#identity/x.ts'],
  ['server/src/a-new-area/x.ts', '@electric-sql/pglite'],
  ['server/src/http/rest/x.ts', 'pg'],
  ['server/src/http/rest/x.ts', '#app.ts'],
  ['server/src/db/x.ts', '#billing/x.ts'],
  ['server/src/db/x.ts', '#http/rest/x.ts'],
  ['server/src/outside/x.ts', '#identity/x.ts'],
  ['server/src/errors/x.ts', '#db/database.ts'],
  ['server/src/clock/x.ts', '#db/database.ts'],
  ['server/src/jobs/x.ts', '#mail/x.ts'],
  ['server/src/mail/x.ts', 'pg-boss'],
  ['server/test/x.test.ts', '@app/web/x'],
  ['standins/src/github/x.ts', '@app/contract/errors'],
  ['standins/src/github/x.ts', '@app/server/x'],
  ['e2e/journeys/x.spec.ts', '@app/contract/errors'],
  ['server/src/billing/x.ts', '../errors/app-error.ts'],
]

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
  ['ui/src/x.tsx', '@base-ui/react/menu'],
  ['web/src/i18n/x.ts', '@app/ui/translator.ts'],
  ['server/src/billing/x.ts', '#db/database.ts'],
  ['server/src/identity/sessions/x.ts', '#identity/accounts/x.ts'],
  ['server/src/http/rest/x.ts', '#data-api/x.ts'],
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
  ['server/src/db/x.ts', 'export const x = process.env.X\n', 'noProcessEnv'],
  ['server/src/db/x.ts', `console.log('x')\n`, 'noConsole'],
  ['web/src/screens/home/x.tsx', 'export const X = () => <p>Words</p>\n', 'noJsxLiterals'],
  ['server/src/db/BadName.ts', 'export const x = 1\n', 'useFilenamingConvention'],
  [
    'server/src/db/x.ts',
    'async function f() {}\nexport function g() {\n  f()\n}\n',
    'noFloatingPromises',
  ],
  ['server/src/db/x.ts', 'export const x = (y?: string) => y!\n', 'noNonNullAssertion'],
  ['server/src/db/x.ts', `import { x } from 'left-pad'\nx()\n`, 'noUndeclaredDependencies'],
]

test('habits the house does not keep are refused', () => {
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
    ['server/src/db/a.ts', `import type { B } from './b.ts'\nexport type A = { b: B }\n`],
    ['server/src/db/b.ts', `import type { A } from './a.ts'\nexport type B = { a: A }\n`],
  ])

  expect(found.map((rules) => rules.includes('noImportCycles'))).toEqual([true, true])
})

const importing = (name) => `import { x } from '${name}'\nx()\n`

/** For each file the rules it breaks; all lie in one house, told apart by a number in their names. */
function lint(files) {
  const house = mkdtempSync(join(tmpdir(), 'gitferry-house-'))
  onTestFinished(() => rmSync(house, { recursive: true, force: true }))
  cpSync(join(root, 'biome.jsonc'), join(house, 'biome.jsonc'))
  cpSync(join(root, 'scripts/query-keys.grit'), join(house, 'scripts/query-keys.grit'))
  cpSync(join(root, 'server/package.json'), join(house, 'server/package.json'))
  const placed = files.map(([file, source], i) => {
    const name = file.replace(/\bx(?=\.)/, `x${i}`)
    mkdirSync(dirname(join(house, name)), { recursive: true })
    writeFileSync(join(house, name), source)
    return name
  })
  const found = rulesBroken(house)

  return placed.map((name) => found.filter(({ file }) => file === name).map(({ rule }) => rule))
}

function rulesBroken(house) {
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
    { cwd: house, encoding: 'utf8' },
  )

  return JSON.parse(stdout).diagnostics.map(({ category, location }) => ({
    rule: category.split('/').at(-1),
    file: location.path,
  }))
}
