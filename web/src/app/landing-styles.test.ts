import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SOURCE = fileURLToPath(new URL('..', import.meta.url))
const UI = fileURLToPath(new URL('../../../ui/src/', import.meta.url))
const ROOTS: Record<string, string> = { '#': SOURCE, '@app/ui/': UI }

/** What the landing page shows only once the application, which brings all styles, is there. */
const COMES_LATER = [
  'avatar.tsx',
  'anchored-menu.tsx',
  'menu-items.tsx',
  'menu-classes.ts',
  'toaster.tsx',
].map((file) => join(UI, file))

test('the styles that travel with the landing page know every file it is made of', () => {
  const folder = join(SOURCE, 'app')
  const sheet = readFileSync(join(folder, 'landing.css'), 'utf8')
  const known = [...sheet.matchAll(/@source '([^']+)'/g)].map(([, path]) =>
    join(folder, path ?? ''),
  )

  const files = filesBehind(join(SOURCE, 'screens/home/home-screen.tsx'))
  const forgotten = files.filter(
    (file) => !COMES_LATER.includes(file) && !known.some((path) => file.startsWith(path)),
  )

  expect(files.some((file) => file.startsWith(UI))).toBe(true)
  expect(forgotten).toEqual([])
})

/** The file itself and all it imports, as far as they name classes. */
function filesBehind(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file) || !existsSync(file)) return []
  seen.add(file)
  const text = readFileSync(file, 'utf8')
  const imports = [...text.matchAll(/(?:from|import\() ?'(#|@app\/ui\/|\.\/)([^']+\.tsx?)'/g)].map(
    ([, from = '', path = '']) => join(ROOTS[from] ?? dirname(file), path),
  )
  const own = /className|_LOOK|_CLASSES|const VARIANTS/.test(text) ? [file] : []

  return [...own, ...imports.flatMap((path) => filesBehind(path, seen))]
}
