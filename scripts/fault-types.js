import { runIn } from './fault-runs.js'
import { seed } from './fault-tree.js'
import { parts } from './root.js'

/** Compiles many faults together: those that the compiler finds need no test. Returns its errors. */
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

/** Two faults of one round never change the same file. */
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
