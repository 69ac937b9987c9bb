import { runIn } from './fault-runs.js'
import { seed } from './fault-tree.js'
import { parts } from './root.js'

/** Compiles the faults, many at a time: what the compiler finds needs no test. Returns its errors. */
export async function typeErrors(tree, faults) {
  let errors = ''
  for (const round of roundsOf(faults)) {
    const undo = round.map((fault) => seed(tree, fault))
    const files = round.flatMap(filesOf)
    for (const part of parts.filter((one) => files.some((file) => file.startsWith(`${one}/`))))
      errors += await runIn(tree, 'node_modules/typescript/bin/tsc', ['-p', part])
    for (const one of undo) one()
  }
  return errors
}

/** Two faults of one round touch no file in common. */
function roundsOf(faults) {
  const rounds = []
  for (const fault of faults) {
    const files = filesOf(fault)
    const free = rounds.find((round) => !round.flatMap(filesOf).some((one) => files.includes(one)))
    if (free) free.push(fault)
    else rounds.push([fault])
  }
  return rounds
}

const filesOf = ({ changes }) => changes.map(({ file }) => file)
