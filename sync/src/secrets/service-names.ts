import { wordsOf } from './secret-name.ts'
import { SECRET_ROWS, type SecretKind, type SecretRow } from './secret-rules.ts'

const SERVICES = new Map<string, SecretKind>(
  SECRET_ROWS.flatMap(({ kind, names }: SecretRow & { kind: SecretKind }) =>
    names ? names.split(' ').map((name): [string, SecretKind] => [name, kind]) : [],
  ),
)

/** Too common to indicate a service outside the name itself. */
const COMMON = new Set(
  'aws gh hf cf dd fb s3 xi fly meta fal exa eleven lemon square linear render polar neon webhook segment together circle monday assembly google'.split(
    ' ',
  ),
)

/** The service indicated by a value's name, else by the text before it. */
export function serviceNear(name: string, before: string): SecretKind | null {
  const own = wordsOf(name)
  const pairs = own.slice(1).map((word, i) => `${own[i]}${word}`)
  const near = wordsOf(before)
    .reverse()
    .filter((word) => !COMMON.has(word))
  const known = [...own, ...pairs, ...near].find((word) => SERVICES.has(word))

  return SERVICES.get(known ?? '') ?? null
}
