import type { ProjectCommand } from '#config/project-command.ts'
import type { ProjectConfig } from '#config/project-config.ts'
import { loadSecrets } from '#config/secrets.ts'

/** Addresses and keys under the names of the Supabase CLI. What is absent is left out. */
export function statusOf({ config, file }: ProjectConfig): Record<string, string> {
  const { apiKeys, signing } = loadSecrets(config)
  const { apiUrl, databaseUrl, mail } = config
  const hasMailbox = file.mailboxPort !== null && mail.smtpUrl === null
  const values = {
    API_URL: apiUrl,
    REST_URL: `${apiUrl}/rest/v1`,
    FUNCTIONS_URL: file.servesFunctions ? `${apiUrl}/functions/v1` : null,
    DB_URL: databaseUrl,
    MAILPIT_URL: hasMailbox ? `http://127.0.0.1:${file.mailboxPort}` : null,
    PUBLISHABLE_KEY: apiKeys.publishable,
    SECRET_KEY: apiKeys.secret,
    ANON_KEY: apiKeys.anon,
    SERVICE_ROLE_KEY: apiKeys.serviceRole,
    JWT_SECRET: signing.secret,
  }

  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null),
  )
}

export function showStatus(project: ProjectConfig, output: ProjectCommand['output']): string {
  const values = statusOf(project)
  const entries = Object.entries(values)
  if (output === 'json') return JSON.stringify(values, null, 2)
  if (output === 'env') return entries.map(([name, value]) => `${name}="${value}"`).join('\n')

  const width = Math.max(...entries.map(([name]) => name.length))
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n')
}
