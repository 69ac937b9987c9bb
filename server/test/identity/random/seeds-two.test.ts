import { testSequences } from './run-sequences.ts'

// Beside seeds-one, so that two processes share the work.
testSequences([3, 4], { runsByHand: false })
