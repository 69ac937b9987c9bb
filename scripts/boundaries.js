import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BOUNDARIES } from './boundary-table.js'
import { root } from './root.js'
import { main } from './run.js'

/** The table of boundaries as overrides of the linter. */
const overridesOf = (table) =>
  table.map(([folder, folders, packages, message, refused = []]) => ({
    includes: [`${folder}/**`],
    linter: {
      rules: {
        style: {
          noRestrictedImports: {
            level: 'error',
            options: {
              patterns: [{ group: [...groupOf(folders, packages), ...refused], message }],
            },
          },
        },
      },
    },
  }))

/** Refuses all our imports, then allows those that the row names. */
function groupOf(folders, packages) {
  const own = folders.map((name) => {
    if (name === '*') return '!#*/**'
    return name.startsWith('!') ? `#${name.slice(1)}/**` : `!#${name}/**`
  })
  const ours = packages.map((name) => (/\.tsx?$/.test(name) ? `!${name}` : `!${name}/**`))

  return ['../**', '#*/**', ...own, '@app/**', ...ours]
}

export const file = join(root, 'biome.boundaries.json')

/** Each row of the table is one line. */
export const text = () =>
  JSON.stringify({ overrides: overridesOf(BOUNDARIES) }).replaceAll(
    ',{"includes"',
    ',\n{"includes"',
  )

if (import.meta.filename === process.argv[1]) {
  await main(async () => writeFileSync(file, text()))
}
