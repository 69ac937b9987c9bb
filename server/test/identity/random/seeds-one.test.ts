import { testSequences } from './run-sequences.ts'

testSequences([1, 2], { runsByHand: true })
