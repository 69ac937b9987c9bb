import { prepare } from './preparation.js'
import { main } from './run.js'

await main(() => prepare(process.argv[2]))
