import { SECRET_ROWS, type SecretKind, type SecretRow } from '#secrets/secret-rules.ts'

/** The same characters in each run, in no order that a person would write. */
function drawer(seed: number) {
  let state = seed * 2654435761 + 97
  return (characters: string, count: number): string =>
    Array.from({ length: count }, () => {
      state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
      return characters[(state >>> 8) % characters.length]
    }).join('')
}

const LOW = 'abcdefghijklmnopqrstuvwxyz'
const CAPS = LOW.toUpperCase()
const DIGITS = '0123456789'
const SETS: Record<string, string> = {
  an: LOW + CAPS + DIGITS,
  caps: CAPS + DIGITS,
  low: LOW + DIGITS,
  hex: '0123456789abcdef',
  num: '123456789',
  word: LOW + CAPS + DIGITS,
  url: `${LOW}${CAPS}${DIGITS}-_`,
  dash: LOW + DIGITS,
  b64: `${LOW}${CAPS}${DIGITS}+/`,
  dot: LOW + CAPS + DIGITS,
  dollar: LOW + DIGITS,
  pct: LOW + CAPS + DIGITS,
}

/** A made-up token of a form: as short as the form allows, or longer where the form has no end. */
export const tokenOf = (form: string, seed: number, more = 0): string => {
  const draw = drawer(seed)
  return form.replace(/\{(\w+) (\d+)(-\d*)?\}/g, (_, set: string, least: string, end?: string) => {
    const count = Number(least) + (end === '-' ? more : 0)
    // A dash at its end would end the word too early.
    const last = (SETS[set] ?? '').replace(/[^A-Za-z0-9]/g, '')
    return draw(SETS[set] ?? '', count - 1) + draw(last, 1)
  })
}

/** What documentation prints in place of a token. */
export const placeholderOf = (form: string): string =>
  form.replace(/\{(\w+) (\d+)(?:-\d*)?\}/g, (_, set: string, count: string) =>
    (set === 'hex' || set === 'num' ? '1' : set === 'caps' ? 'X' : 'x').repeat(Number(count)),
  )

const draw = drawer(7)
export const random = (count: number): string => draw(SETS.an ?? '', count)
export const hex = (count: number): string => draw(SETS.hex ?? '', count)
const UUID = `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`

export const jwt = (payload: unknown) =>
  ['{"alg":"HS256","typ":"JWT"}', JSON.stringify(payload), random(32)]
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.')

export const PEM_BODY = `${draw(SETS.b64 ?? '', 64)}\n${draw(SETS.b64 ?? '', 64)}\n`

type Sample = { kind: SecretKind; name: string; text: string }

const sample = (kind: SecretKind, name: string, text: string): Sample => ({ kind, name, text })

/** One for each form of each rule. Put together here, so that no scanner takes this file for a leak. */
export const TOKEN_SAMPLES: Sample[] = SECRET_ROWS.flatMap(
  ({ kind, tokens = [] }: SecretRow & { kind: SecretKind }, row) =>
    tokens.map((form, i) => sample(kind, form, tokenOf(form, row * 31 + i))),
)

const key = (header: string) => `-----BEGIN ${header}PRIVATE${' KEY-----'}\n${PEM_BODY}`

/** Recognised by more than a form. */
export const SHAPED_SAMPLES: Sample[] = [
  ...['', 'RSA ', 'EC ', 'OPENSSH ', 'ENCRYPTED '].map((one) =>
    sample('private_key', `${one}header`, key(one)),
  ),
  sample('private_key', 'in a JSON string', key('').replaceAll('\n', '\\n')),
  sample('private_key', 'PGP block', `-----BEGIN PGP PRIVATE${' KEY BLOCK-----'}\n\n${PEM_BODY}`),
  sample('private_key', 'PuTTY', `PuTTY-User-Key-File-3: ssh-ed25519`),
  sample('private_key', 'JWK', `{"kty":"EC","x":"a","d":"${random(43)}"}`),
  sample('private_key', 'JWK with spaces', `{"kty": "EC", "d": "${random(43)}"}`),
  sample('supabase_service_role', 'jwt', jwt({ iss: 'supabase', role: 'service_role' })),
  ...['postgres', 'postgresql', 'mysql', 'mariadb', 'mongodb', 'mongodb+srv', 'redis', 'amqps'].map(
    (one) => sample('database_password', one, `${one}://app:${'Tr0ub4dor@db.gitferry.dev'}`),
  ),
  sample('address_password', 'https', `https://deploy:${random(14)}@git.gitferry.dev/a.git`),
  sample('address_password', 'cloudinary', `cloudinary://123456789:${random(27)}@gitferry`),
  sample(
    'azure_key',
    'SAS',
    `https://a.blob.core.windows.net/c?sv=2022-11-02&sig=${random(43)}%3D`,
  ),
]

/** Known by the name of the value only. */
export const NAMED_SAMPLES: Sample[] = [
  sample('mistral_key', 'env', `MISTRAL_API_KEY=${random(32)}`),
  sample('mistral_key', 'call', `const client = new Mistral("${random(32)}")`),
  sample('cohere_key', 'python', `co = cohere.Client('${random(40)}')`),
  sample('deepseek_key', 'shared prefix', `DEEPSEEK_API_KEY=sk-${hex(32)}`),
  sample('clerk_key', 'shared prefix', `CLERK_SECRET_KEY=sk_test_${random(42)}`),
  sample('workos_key', 'shared prefix', `WORKOS_API_KEY=sk_test_${random(42)}`),
  sample('railway_token', 'uuid', `RAILWAY_TOKEN=${UUID}`),
  sample('postmark_token', 'uuid', `new postmark.ServerClient("${UUID}")`),
  sample('deepgram_key', 'call', `const deepgram = createClient("${hex(40)}")`),
  sample('assemblyai_key', 'object', `new AssemblyAI({ apiKey: '${hex(32)}' })`),
  sample('lemonsqueezy_key', 'jwt', `LEMONSQUEEZY_API_KEY=${jwt({ aud: '9', sub: '1' })}`),
  sample('datadog_key', 'yaml', `DD_API_KEY: ${hex(32)}`),
  sample('algolia_key', 'admin', `ALGOLIA_ADMIN_KEY=${hex(32)}`),
  sample('auth0_secret', 'env', `AUTH0_CLIENT_SECRET=${random(64)}`),
  sample('okta_token', 'header', `okta: Authorization: SSWS 00${random(40)}`),
  sample('turso_token', 'jwt', `TURSO_AUTH_TOKEN=${jwt({ a: 'rw', id: UUID })}`),
  sample('zendesk_token', 'env', `ZENDESK_API_TOKEN=${random(40)}`),
  sample('cloudinary_secret', 'object', `cloudinary.config({ api_secret: '${random(27)}' })`),
  sample('password', 'yaml', 'password: "vK7#mQ2pLx9!"'),
  sample('password', 'env', 'DB_PASSWORD=Xk29vLq81zPw'),
  sample('password', 'xml', '<password>Gh7kLp29Qx</password>'),
  sample('password', 'connection string', 'Server=a;User ID=sa;Password=Zx9!kfQw72Lp;Encrypt=True'),
  sample('password', 'netrc', 'machine a.io login me password q8Wzr4Tn0kV2'),
  sample('named_secret', 'env', `JWT_SECRET=${hex(64)}`),
  sample('named_secret', 'quoted env', `export SESSION_SECRET='${random(44)}'`),
  sample('named_secret', 'TypeScript', `const apiKey: string = "${random(32)}"`),
  sample('named_secret', 'JSON', `{"api_key": "${random(32)}"}`),
  sample('named_secret', 'JSON in a string', `"{\\"api_key\\": \\"${random(32)}\\"}"`),
  sample('named_secret', 'Python', `os.environ["API_TOKEN"] = "${hex(32)}"`),
  sample('named_secret', 'address', `https://api.gitferry.dev/v1?api_key=${hex(32)}&x=1`),
  sample('named_secret', 'header', `headers: { Authorization: 'Bearer ${random(40)}' }`),
  sample('named_secret', 'default', `process.env.APP_TOKEN || "${random(36)}"`),
  sample('named_secret', 'attribute', `<add key="ApiKey" value="${random(32)}" />`),
  sample('named_secret', 'plist', `<key>API_SECRET</key>\n<string>${hex(40)}</string>`),
  sample('named_secret', 'Kubernetes', `- name: API_TOKEN\n  value: "${random(32)}"`),
  sample('named_secret', 'npmrc', `//registry.gitferry.dev/:_authToken=${UUID}`),
  sample('named_secret', 'option', `deploy --token ${random(40)}`),
  sample('named_secret', 'Dockerfile', `ENV API_TOKEN ${hex(40)}`),
  sample('aws_key', 'secret beside its id', `aws_secret_access_key = ${random(40)}`),
  sample('azure_key', 'by name', `AZURE_OPENAI_API_KEY=${hex(32)}`),
]

export const SECRET_SAMPLES = [...TOKEN_SAMPLES, ...SHAPED_SAMPLES]
