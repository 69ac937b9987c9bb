import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allNamespaces } from '#i18n/all-messages.ts'
import { modulesBehind, nodesOf, SOURCE, sourceModule, textOf } from './source-modules.ts'

const SETTINGS = join(SOURCE, 'screens/settings')
const ROUTES = sourceModule(join(SOURCE, 'app/routes.tsx'))
const TABLES = [ROUTES, sourceModule(join(SOURCE, 'app/project-routes.ts'))]

/** A row of the route table: what its page loads, the keys of its title and description, and the file of its screen. */
const rows = TABLES.flatMap(({ tree }) => [...nodesOf(tree, 'CallExpression')])
  .filter(({ callee }) => /^(screens?|guarded)$/.test((callee as { name?: string }).name ?? ''))
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

/** The sections of the settings: their files, and the namespaces that each brings with it. */
const sections = [...nodesOf(sourceModule(join(SETTINGS, 'tabs.tsx')).tree, 'CallExpression')]
  .filter(({ callee }) => (callee as { name?: string }).name === 'section')
  .flatMap((call) => {
    const [load, ...namespaces] = call.arguments as unknown[]
    const [section] = [...nodesOf(load, 'ImportExpression')]

    return { file: textOf(section?.source) ?? '', brought: textsIn(namespaces) }
  })

test('every screen of the route table is checked', () => {
  const screens = TABLES.flatMap(({ tree }) => [...nodesOf(tree, 'ImportExpression')]).filter(
    ({ source }) => textOf(source)?.startsWith('#'),
  )

  expect(rows.length).toBe(screens.length)
})

test.each(rows)('the route of $file loads the namespaces whose texts it shows', (row) => {
  const file = join(SOURCE, row.file)
  const loaded = [...row.loaded, ...loadedBehind(file)]
  const shown = [...row.keys, ...stringsBehind(file)]

  expect(namespacesOf(shown).filter((namespace) => !loaded.includes(namespace))).toEqual([])
})

test.each(sections)(
  '$file of the settings brings the namespaces whose texts it shows',
  (section) => {
    const settings = rows.find(({ file }) => file === 'screens/settings/settings-screen.tsx')
    const file = join(SETTINGS, section.file)
    const shown = modulesBehind(file).flatMap(({ strings }) => strings)
    const loaded = [...(settings?.loaded ?? []), ...section.brought, ...loadedBehind(file)]

    expect(namespacesOf(shown).filter((namespace) => !loaded.includes(namespace))).toEqual([])
  },
)

test.each(rows.filter(({ preloaded }) => preloaded))(
  '$file is preloaded by its own name',
  (row) => {
    expect(row.preloaded).toBe(row.file)
  },
)

test('what is around the screens shows only texts that are loaded from the start or with them', () => {
  const frame = ROUTES.imports.filter(
    (file) => file.startsWith(join(SOURCE, 'app')) && file.endsWith('.tsx'),
  )

  const loaded = ['site', ...frame.flatMap(loadedBehind)]
  expect(namespacesOf(frame.flatMap(stringsBehind)).filter((one) => !loaded.includes(one))).toEqual(
    [],
  )
})

/** Without the sections of the settings, which load for themselves. */
function stringsBehind(file: string): string[] {
  const seen = new Set(sections.map((section) => join(SETTINGS, section.file)))

  return modulesBehind(file, seen).flatMap(({ strings }) => strings)
}

/** The namespaces that a part loads by itself. */
function loadedBehind(file: string): string[] {
  return modulesBehind(file)
    .flatMap(({ tree }) => [...nodesOf(tree, 'CallExpression')])
    .filter(({ callee }) => (callee as { name?: string }).name === 'loadNamespaces')
    .flatMap((call) => textsIn(call.arguments))
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
