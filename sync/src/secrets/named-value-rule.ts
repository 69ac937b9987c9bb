import { type Cursor, charset } from './cursor.ts'
import { audienceOf } from './jwt-rule.ts'
import { isPlaceholder, isUuid, looksLikePassword, looksRandom } from './random-text.ts'
import { classOfName, type NameClass, wordsOf } from './secret-name.ts'
import type { SecretRule } from './secret-rule.ts'
import { serviceNear } from './service-names.ts'

const NAME = charset(/[\w.$-]/)
const MOST_NAME_CHARACTERS = 80
/** The longest text between a name and its value. */
const MOST_JOINT_CHARACTERS = 64

/** Services whose keys have no recognisable form, so a call with their name suffices. */
const CALLED = new Set([
  'mistral',
  'cohere',
  'deepgram',
  'assemblyai',
  'elevenlabs',
  'deepseek',
  'twilio',
  'algolia',
  'pinecone',
  'cloudinary',
  'postmark',
  'mailgun',
  'zendesk',
  'datadog',
])

const inAllCases = (word: string): string[] => [
  word,
  word.charAt(0).toUpperCase() + word.slice(1),
  word.toUpperCase(),
]

/** `name = value`, where the name indicates a secret and the value looks random. */
export const namedValue: SecretRule = {
  kind: 'named_secret',
  anchors: [
    ...[
      'key',
      'secret',
      'token',
      'passw',
      'passphrase',
      'pwd',
      'auth',
      'credential',
      'jwt',
      '_pass',
      '_pat',
    ].flatMap(inAllCases),
    ...[...CALLED].flatMap(inAllCases),
    'contrasena',
    'DeepSeek',
    'AssemblyAI',
    'ElevenLabs',
    ' pass',
    'Pass',
  ],
  match(cursor, anchorAt, anchor) {
    const within = anchorAt + anchor.length
    const nameEnd = cursor.runEnd(NAME, within)
    const nameStart = cursor.runStart(NAME, within, MOST_NAME_CHARACTERS)
    const none = { start: nameStart, end: nameEnd, isReal: false }
    if (nameEnd - nameStart > MOST_NAME_CHARACTERS || !cursor.isAt(JOINT_START, nameEnd))
      return none
    const name = cursor.slice(nameStart, nameEnd)
    if (!LIKELY_NAME.test(name)) return none
    const nameClass = classOfName(name) ?? (isCalled(name) ? 'called' : null)
    if (nameClass === null) return none
    const place = findValue(cursor, { nameStart, nameEnd, nameClass })
    if (!place) return none
    const { start, end, value } = place
    if (!isSecretValue(value, name, nameClass)) return { ...none, end: Math.max(nameEnd, end) }
    const before = cursor.slice(nameStart - NEAR_CHARACTERS, nameStart)

    const kind =
      serviceNear(name, before) ?? (nameClass === 'password' ? 'password' : 'named_secret')

    return { start, end, isReal: true, kind }
  },
}

/** Skips most names before the slow part. */
const JOINT_START = charset(/["'`\]\\*\s?:=|,(<>-]/)
const LIKELY_NAME =
  /(?:key|secret|token|pass(?:w\w{1,3}|phrase)?|pwd|pat|jwt|bearer|credential|authorization|auth|contrasena|val(?:ue)?|str(?:ing)?|base(?:64)?|prod(?:uction)?|dev(?:elopment)?|test|live|staging|default|raw|plain|ai|client|[a-z]{4}ral|cohere|deepgram|labs|seek|twilio|algolia|pinecone|cloudinary|postmark|mailgun|zendesk|datadog)s?[-_.]?v?\d{0,3}$/i

type ValueClass = NameClass | 'called'

const isCalled = (name: string): boolean => {
  const words = wordsOf(name)
  const last = words.at(-1) ?? ''

  return (last.endsWith('client') ? words : [words.join(''), last]).some((one) => CALLED.has(one))
}

const VALUE = charset(/[^\s"'`<>\\\u0080-\uffff]/)
const BARE = charset(/[\w\-+/=.~!@#$%^*?|:]/)
const IN_ADDRESS = charset(/[\w\-+/=.~%|:]/)
const MOST_VALUE_CHARACTERS = 4096

/**
 * The text between a name and its value in common languages: `=`, `:`, `=>`, a type, a second argument, `value="`, `<string>`.
 */
const JOINT =
  /^["'`\]\\*]{0,4}[ \t]{0,12}(?:\??:[ \t]{0,4}(?:string|String|str|&(?:'static )?str|Optional\[str\])(?: \| \w{1,12})?[ \t]{0,4}=|[:|?]?={1,3}>?|\?\?=?|\|\|=?|:|->|,|\(|<\/key>\s{0,12}<string>|["']?,?\s{1,12}["']?(?:value|content|default)["']?[ \t]{0,4}[:=])[ \t]{0,12}\n?[ \t]{0,16}\[?(?:[fFrRbBuU@]?\\?["'`]{1,3})?(?:(?:Bearer|Basic|Token|token|Key|ApiKey|Api-Key|SSWS|Bot|GenieKey|sso-key)[ ]{1,2})?/
const NEEDS_QUOTE = /[,(|?]|=>/
const TAG_JOINT = /^>\s{0,8}/
const SPACE_JOINT = /^[ \t]{1,4}["']?/
const CALL_JOINT = /^[^"'`\n]{0,48}["'`]/
/** Commands and files with a space between name and value. */
const BY_SPACE = /(?:^|\s)(?:ENV|ARG|setx?|export|login\s+\S{1,60}|-e)\s{1,8}-{0,2}$/

type Named = { nameStart: number; nameEnd: number; nameClass: ValueClass }
type Place = { start: number; end: number; value: string }

function findValue(cursor: Cursor, named: Named): Place | null {
  const { nameStart, nameEnd, nameClass } = named
  const after = cursor.slice(nameEnd, nameEnd + MOST_JOINT_CHARACTERS)
  const [joint] = jointOf(cursor, named, after) ?? []
  if (joint === undefined) return null
  const start = nameEnd + joint.length
  const isQuoted =
    /["'`]\S*\s{0,2}$/.test(joint.replace(/^["'`\]\\*]{0,4}/, '')) || joint.endsWith('<string>')
  const isTag = joint.startsWith('>') || joint.endsWith('<string>')
  if (!isQuoted && (NEEDS_QUOTE.test(joint) || nameClass === 'called')) return null
  const isParameter = nameStart > 0 && /[?&]/.test(cursor.slice(nameStart - 1, nameStart))
  const set = isQuoted || isTag ? VALUE : isParameter ? IN_ADDRESS : BARE
  const end = cursor.runEnd(set, start)
  if (end === start) return null
  if (end - start > MOST_VALUE_CHARACTERS) return { start, end, value: '' }
  const next = cursor.slice(end, end + 1)
  // A quoted value before a space belongs to a sentence, an unquoted one before a bracket to a call.
  if (isQuoted && !isTag && /\s/.test(next)) return null
  if (!isQuoted && /[([{]/.test(next)) return null

  return { start, end, value: cursor.slice(start, end) }
}

function jointOf(
  cursor: Cursor,
  { nameStart, nameClass }: Named,
  after: string,
): RegExpExecArray | null {
  if (nameClass === 'called') return CALL_JOINT.exec(after)
  const joint = JOINT.exec(after)
  if (joint) return joint
  if (after.startsWith('>')) {
    return cursor.startsWith('<', nameStart - 1) ? TAG_JOINT.exec(after) : null
  }
  if (!/^[ \t]/.test(after)) return null
  const isOption = cursor.startsWith('--', nameStart)
  const before = isOption ? '' : cursor.slice(nameStart - MOST_JOINT_CHARACTERS, nameStart)

  return isOption || BY_SPACE.test(before) ? SPACE_JOINT.exec(after) : null
}

/** Forms that are public, or handled by another rule. */
const ELSEWHERE =
  /^(?:pk[_.]|sb_publishable_|phc_|AIza|price_|prod_|cus_|pi_|seti_|pubkey-|FLWPUBK|rzp_|appl_|goog_|sha\d{3}-|ssh-|urn:|arn:|data:|\.{0,2}\/[a-z]{2,}[/-]|#|https?:|projects\/|0x[0-9a-f]{40}$|G-|UA-|GTM-|\$2[aby]\$|\$argon2)|:\/\//
const CODE = /^[a-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$|^[A-Z][A-Z_]+$|^@|^\w+:\w+$/
const MIN_SECRET = 16
const MIN_KEY = 20
const MIN_CALLED = 24

function isSecretValue(value: string, name: string, nameClass: ValueClass): boolean {
  if (ELSEWHERE.test(value) || isPlaceholder(value)) return false
  if (/^eyJ[\w-]+\.eyJ/.test(value)) return audienceOf(value.split('.')[1] ?? '') === 'unknown'
  if (nameClass === 'password') return !CODE.test(value) && looksLikePassword(value)
  if (isUuid(value)) return nameClass !== 'key'
  if (CODE.test(value) && !looksRandom(value, 32)) return false
  // A site key of reCAPTCHA looks like its secret.
  if (/^6L[\w-]{38}$/.test(value) && !/secret/i.test(name)) return false

  return looksRandom(value, { secret: MIN_SECRET, key: MIN_KEY, called: MIN_CALLED }[nameClass])
}

const NEAR_CHARACTERS = 100
