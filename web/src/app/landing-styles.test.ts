import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SOURCE = fileURLToPath(new URL('..', import.meta.url))

/** What the landing page shows only once the application, which brings all styles, is there. */
const COMES_LATER = [
  'ui/avatar.tsx',
  'ui/anchored-menu.tsx',
  'ui/menu-items.tsx',
  'ui/menu-look.ts',
  'ui/toaster.tsx',
]

test('the styles that travel with the landing page know every file it is made of', () => {
  const sheet = readFileSync(join(SOURCE, 'app/landing.css'), 'utf8')
  const known = [...sheet.matchAll(/@source '\.\.?\/([^']+)'/g)].map(([, path]) => path ?? '')

  const files = filesBehind(join(SOURCE, 'screens/home/home-screen.tsx'))
  const forgotten = files.filter(
    (file) => !COMES_LATER.includes(file) && !known.some((path) => file.startsWith(path)),
  )

  expect(forgotten).toEqual([])
})

/** The file itself and all it imports, as far as they name classes. */
function filesBehind(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file) || !existsSync(file)) return []
  seen.add(file)
  const text = readFileSync(file, 'utf8')
  const imports = [...text.matchAll(/(?:from|import\() ?'(#|\.\/)([^']+\.tsx?)'/g)].map(
    ([, from, path]) => join(from === '#' ? SOURCE : dirname(file), path ?? ''),
  )
  const own = /className|_LOOK|const LOOKS/.test(text) ? [relative(SOURCE, file)] : []

  return [...own, ...imports.flatMap((path) => filesBehind(path, seen))]
}
