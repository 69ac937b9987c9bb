import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allNamespaces } from '#i18n/all-messages.ts'
import { modulesBehind, nodesOf, SOURCE, sourceModule, textOf } from './source-modules.ts'

const ROUTES = sourceModule(join(SOURCE, 'app/routes.tsx'))

/** A row of the route table: what its page loads, the keys of its title and description, and the file of its screen. */
const rows = [...nodesOf(ROUTES.tree, 'CallExpression')]
  .filter(({ callee }) => /^screens?$/.test((callee as { name?: string }).name ?? ''))
  .flatMap((call) => {
    const [, page, load] = call.arguments as unknown[]
    const [screen] = [...nodesOf(load, 'ImportExpression')]
    if (!screen) return []
    const [namespaces] = [...nodesOf(page, 'ArrayExpression')]
    const loaded = textsIn(namespaces)

    return {
      file: (textOf(screen.source) ?? '').replace('#', ''),
      loaded: ['site', ...loaded],
      keys: textsIn(page).filter((text) => !loaded.includes(text)),
      preloaded: textsIn(page).find((text) => text.startsWith('screens/')),
    }
  })

test('every screen of the route table is checked', () => {
  const screens = [...nodesOf(ROUTES.tree, 'ImportExpression')].filter(({ source }) =>
    textOf(source)?.startsWith('#'),
  )

  expect(rows.length).toBe(screens.length)
})

test.each(rows)('the route of $file loads the namespaces whose texts it shows', (row) => {
  const shown = [...row.keys, ...stringsBehind(join(SOURCE, row.file))]

  expect(namespacesOf(shown).filter((namespace) => !row.loaded.includes(namespace))).toEqual([])
})

test.each(rows.filter(({ preloaded }) => preloaded))(
  '$file is preloaded by its own name',
  (row) => {
    expect(row.preloaded).toBe(row.file)
  },
)

test('what is around the screens shows only texts that are loaded from the start', () => {
  const frame = ROUTES.imports.filter(
    (file) => file.startsWith(join(SOURCE, 'app')) && file.endsWith('.tsx'),
  )

  expect(namespacesOf(frame.flatMap(stringsBehind))).toEqual(['site'])
})

function stringsBehind(file: string): string[] {
  return modulesBehind(file).flatMap(({ strings }) => strings)
}

function textsIn(node: unknown): string[] {
  return [...nodesOf(node, 'Literal')].flatMap((literal) => textOf(literal) ?? [])
}

/** The namespaces of all message keys among some texts. */
function namespacesOf(texts: string[]): string[] {
  const keys = texts.filter((text) => /^[a-zA-Z]+(\.\w+)+$/.test(text))
  const found = keys.flatMap((key) => namespaceOf(key.split('.')[0] ?? '') ?? [])

  return [...new Set(found)]
}

function namespaceOf(subject: string): string | null {
  const entries = Object.entries(allNamespaces.en)

  return entries.find(([, messages]) => subject in messages)?.[0] ?? null
}
