import { randomBytes } from 'node:crypto'
import { jwtKeysText } from '@app/platform/config/auth-keys.ts'
import { freshSecrets } from '@app/platform/config/secrets-file.ts'

const WEBHOOK_SECRET_BYTES = 20
const METRICS_TOKEN_BYTES = 24

/**
 * The variables that production needs, as an env file. Values contain no quote, space or other character that shells, dotenv, Docker and
 * systemd treat differently. Opens neither a database nor a folder.
 */
export function newSecrets(): string {
  const { encryptionKey, jwtKeys, publishableKey, secretKey } = freshSecrets()
  const drawn = (bytes: number) => randomBytes(bytes).toString('hex')

  return `# Drawn at random. Every server over one database needs the same; keep them outside of it, in two places.
NODE_ENV=production
# Seals secrets at rest. Whoever loses it loses them.
APP_ENCRYPTION_KEYS=k1:${encryptionKey}
# Signs tokens: a JWK set in base64. Rotated by npm run operate -- rotate-signing-key.
JWT_KEYS=${jwtKeysText(jwtKeys)}
# For browsers and for servers of your own.
PUBLISHABLE_KEY=${publishableKey}
SECRET_KEY=${secretKey}
# Collectors of /metrics send it as a bearer.
METRICS_TOKEN=${drawn(METRICS_TOKEN_BYTES)}
# Enter these two where the webhooks are set up, at the payment provider and in the GitHub App.
LEMON_SQUEEZY_WEBHOOK_SECRET=${drawn(WEBHOOK_SECRET_BYTES)}
GITHUB_APP_WEBHOOK_SECRET=${drawn(WEBHOOK_SECRET_BYTES)}

# To fill in. Production does not start without these.
# The address people use: https, without a path.
#SITE_URL=https://gitferry.example.com
# PostgreSQL 15 or newer, the primary itself. In the password # is written %23, ? %3F and / %2F.
#DATABASE_URL=postgres://gitferry_server:password@db.example.com:5432/gitferry
# The server that takes our mails, and their sender.
#SMTP_URL=smtp://user:password@mail.example.com:587
#MAIL_FROM=no-reply@example.com
# The payment provider's key, and the number of the store.
#LEMON_SQUEEZY_API_KEY=key
#LEMON_SQUEEZY_STORE_ID=1

# To fill in. Without these production starts and says what is missing.
# The GitHub App: client id and secret, its number, its name in addresses, and its private key in base64 (base64 -w0 key.pem).
#GITHUB_APP_CLIENT_ID=id
#GITHUB_APP_CLIENT_SECRET=secret
#GITHUB_APP_ID=1
#GITHUB_APP_SLUG=name
#GITHUB_APP_PRIVATE_KEY=base64
# Where members find help, the source and videos.
#SUPPORT_EMAIL=support@example.com
#REPOSITORY_URL=https://github.com/owner/name
#VIDEO_CHANNEL_URL=https://video.example.com/channel

# Often wanted.
# Become admins once they have confirmed their address; separated by commas.
#ADMIN_EMAILS=you@example.com
# A bucket for files' bytes, if they are not to be in the database, and its keys.
#FILES_URL=s3://bucket?region=eu-central-1
#FILES_ACCESS_KEY=key
#FILES_SECRET_KEY=secret
# Where to listen, and the proxies in front whose X-Forwarded-For counts.
#HOST=0.0.0.0
#TRUSTED_PROXIES=10.0.0.0/8`
}
