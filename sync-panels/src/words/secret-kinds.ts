import type { Finding } from '@app/sync/find-secrets'
import type { PanelKey } from './use-panel-texts.ts'

/** What a finding is called. */
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
} as const satisfies Record<Finding['kind'], PanelKey>
