import { say } from './run.js'

/** The layers of docs/testing.md by vitest's projects. */
const LAYERS = [
  ['rules', /^(contract|scripts|.+ rules)$/],
  ['parts over PostgreSQL', /on postgres/],
  ['parts over the embedded engine', /on embedded/],
  ['sync engine, clients and stand-ins', /^(sync|backend-client|extension|standins)$/],
  ['screens', /^(ui|web|screens|sync-panels)$/],
  ['journeys', /^journeys$/],
]
const SLOWEST = 10

/** Ends a run: counts, the time of each layer, the slowest files, and last what failed, where a long log shows it. */
export function sayResults(results) {
  const files = results.flatMap((result) => result.files)
  const total = (key) => results.reduce((sum, result) => sum + result[key], 0)

  if (files.length > 1) {
    say('\ntime by layer, summed over processes:')
    for (const [layer, projects] of LAYERS) {
      const own = files.filter(({ project }) => projects.test(project))
      if (own.length > 0) say(`  ${seconds(sum(own))}  ${layer} (${own.length} files)`)
    }
    say('slowest files:')
    for (const one of files.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST))
      say(`  ${seconds(one.ms)}  ${one.file} (${one.project})`)
  }

  say(`\ntests: ${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`)
  for (const text of results.flatMap(({ repeated = [] }) => repeated))
    say(`failed, and was run once more: ${text}`)
  for (const { text } of results.flatMap(({ failures }) => failures)) say(`failed: ${text}`)
}

const sum = (files) => files.reduce((all, { ms }) => all + ms, 0)

const seconds = (ms) => `${(ms / 1000).toFixed(1).padStart(7)} s`
