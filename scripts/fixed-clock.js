// Loaded into a process and its threads with --import, so that what they make has the same bytes each time: the clock stands at
// SOURCE_DATE_EPOCH and random numbers are a fixed sequence. For the database image of a release, which holds no secret.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const now = Number(process.env.SOURCE_DATE_EPOCH) * 1000
const RealDate = Date

globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [now] : given))
  }

  static now() {
    return now
  }
}

let state = 1
/** The minimal standard generator of Park and Miller. */
function next() {
  state = (state * 16_807) % 2_147_483_647
  return state
}

function fill(array) {
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
  for (let at = 0; at < bytes.length; at++) bytes[at] = next() >> 8
  return array
}

Math.random = () => next() / 2_147_483_647
crypto.randomFillSync = fill
Object.getPrototypeOf(globalThis.crypto).getRandomValues = fill
syncBuiltinESMExports()
