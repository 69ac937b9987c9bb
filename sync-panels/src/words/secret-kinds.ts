import type { Finding } from '@app/sync/find-secrets'
import type { PanelKey } from './use-panel-texts.ts'

/** What a finding is called. Where a search stopped is a sentence of its own. */
export const SECRET_KINDS = {
  github_token: 'secretKinds.githubToken',
  gitlab_token: 'secretKinds.gitlabToken',
  aws_key: 'secretKinds.awsKey',
  google_api_key: 'secretKinds.googleApiKey',
  google_client_secret: 'secretKinds.googleClientSecret',
  openai_key: 'secretKinds.openaiKey',
  anthropic_key: 'secretKinds.anthropicKey',
  stripe_key: 'secretKinds.stripeKey',
  webhook_secret: 'secretKinds.webhookSecret',
  slack_token: 'secretKinds.slackToken',
  sendgrid_key: 'secretKinds.sendgridKey',
  npm_token: 'secretKinds.npmToken',
  private_key: 'secretKinds.privateKey',
  supabase_secret_key: 'secretKinds.supabaseSecretKey',
  supabase_access_token: 'secretKinds.supabaseAccessToken',
  supabase_service_role: 'secretKinds.supabaseServiceRole',
  database_password: 'secretKinds.databasePassword',
  credentials_file: 'secretKinds.credentialsFile',
  key_file: 'secretKinds.keyFile',
  env_file: 'secretKinds.envFile',
  unsearched_archive: 'secretKinds.unsearchedArchive',
  unsearched_size: 'secretKinds.unsearchedSize',
} as const satisfies Record<Exclude<Finding['kind'], 'search_stopped'>, PanelKey>

/** A newer server may know more kinds than this page. */
export const secretKindKey = (kind: string): PanelKey =>
  kind in SECRET_KINDS ? SECRET_KINDS[kind as keyof typeof SECRET_KINDS] : 'secretKinds.unknown'

/** By what a person does about it. Findings of the server have kinds that this page need not know. */
export function sortFindings<One extends { kind: string }>(findings: readonly One[]) {
  const isUnsearched = ({ kind }: One) => kind.startsWith('unsearched_')
  const isStop = ({ kind }: One) => kind === 'search_stopped'

  return {
    secrets: findings.filter((one) => !isUnsearched(one) && !isStop(one)),
    unsearched: findings.filter(isUnsearched),
    stop: findings.find(isStop) ?? null,
  }
}
