/** The table of boundaries as overrides of the linter. */
export const overridesOf = (table) =>
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
