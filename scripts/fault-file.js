import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.js'
import { Refusal } from './run.js'

const FOLDER = join(root, 'faults')
const ENDING = '.fault'

/** All faults, by their path below `faults/`. */
export const readFaults = () =>
  readdirSync(FOLDER, { recursive: true })
    .filter((path) => path.endsWith(ENDING))
    .sort()
    .map((path) =>
      parseFault(path.slice(0, -ENDING.length), readFileSync(join(FOLDER, path), 'utf8')),
    )

/** A sentence, `test:` lines, then changes: diffs without line numbers, which survive edits elsewhere in the file. */
export function parseFault(name, text) {
  const [head, ...sections] = text.trimEnd().split(/^--- /m)
  const [sentence = '', ...lines] = head.split('\n').filter(Boolean)
  const tests = lines.map((line) => parseTest(name, line))
  const changes = sections.flatMap((section) => parseSection(name, section))
  if (!sentence || tests.length === 0 || changes.length === 0)
    throw new Refusal(`faults/${name}${ENDING} lacks its sentence, a test or a change.`)

  return { name, sentence, tests, changes }
}

function parseTest(name, line) {
  const [, project, file, title] = /^test: (.+?) \| (.+?) \| (.+)$/.exec(line) ?? []
  if (!title)
    throw new Refusal(`faults/${name}${ENDING}: not "test: project | file | title": ${line}`)

  return { project, file, title }
}

function parseSection(name, section) {
  const [file, ...lines] = section.replace(/\n$/, '').split('\n')
  const wrong = lines.find((line) => line !== '' && !/^([-+ ]|@@$)/.test(line))
  if (wrong) throw new Refusal(`faults/${name}${ENDING}: neither "-", "+", " " nor "@@": ${wrong}`)

  return lines
    .join('\n')
    .split(/^@@\n/m)
    .map((hunk) => hunk.replace(/\n$/, '').split('\n'))
    .map((hunk) => ({ file, find: side(hunk, '+'), replace: side(hunk, '-') }))
}

/** The lines of one side of a hunk. An editor may have trimmed an empty line. */
const side = (hunk, other) =>
  hunk
    .filter((line) => line[0] !== other)
    .map((line) => `${line.slice(1)}\n`)
    .join('')

/** Applies a change, which must match exactly once. */
export function changeText(text, { file, find, replace }) {
  const places = linesAt(text, find)
  const [at = 0] = places
  if (places.length !== 1)
    throw new Refusal(`${file} has ${places.length} places like this, not one:\n${find}`)

  return text.slice(0, at) + replace + text.slice(at + find.length)
}

/** The positions of matching whole lines. */
function linesAt(text, find) {
  const places = []
  for (let at = text.indexOf(find); at !== -1; at = text.indexOf(find, at + 1)) {
    if (at === 0 || text[at - 1] === '\n') places.push(at)
  }
  return places
}
