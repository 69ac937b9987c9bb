import type { Finding } from '@app/sync/find-secrets'
import { SECRET_ROWS, type SecretKind, type SecretRow } from '@app/sync/secret-rules'
import { type PanelKey, usePanelTexts } from './use-panel-texts.ts'

/** Findings that are not named after a service. Where a search stopped is a separate text. */
const OWN_WORDS: Partial<Record<string, PanelKey>> = {
  private_key: 'secretKinds.privateKey',
  supabase_service_role: 'secretKinds.supabaseServiceRole',
  database_password: 'secretKinds.databasePassword',
  address_password: 'secretKinds.addressPassword',
  password: 'secretKinds.password',
  credentials_file: 'secretKinds.credentialsFile',
  key_file: 'secretKinds.keyFile',
  env_file: 'secretKinds.envFile',
  unsearched_archive: 'secretKinds.unsearchedArchive',
  unsearched_size: 'secretKinds.unsearchedSize',
} satisfies Partial<Record<Finding['kind'], PanelKey>>

const ROWS = new Map<string, SecretRow>(
  SECRET_ROWS.map((row) => [row.kind satisfies SecretKind, row]),
)

type Told = { kind: string; count?: number }

/** The name of a finding, and advice about it. A newer server may send unknown kinds. */
export function useFindingTexts() {
  const { t } = usePanelTexts()

  return {
    nameOf({ kind, count: n = 1 }: Told): string {
      if (kind === 'more_in_file') return t('secretKinds.moreInFile', { count: n, n })
      const own = OWN_WORDS[kind]
      if (own) return t(own)
      const row = ROWS.get(kind)
      if (!row) return t('secretKinds.unknown')

      return row.service
        ? t('secretKinds.token', { service: row.service })
        : t('secretKinds.keyOrToken')
    },

    /** Null for findings that are only known by file name. */
    adviceOf({ kind }: Told): string | null {
      const row = ROWS.get(kind)
      if (!row) return null

      return row.revoke
        ? t('secretKinds.revokeAt', { address: row.revoke })
        : t('secretKinds.replace')
    },
  }
}

/** Sorted by the necessary action. The server's findings may have unknown kinds. */
export function sortFindings<One extends { kind: string }>(findings: readonly One[]) {
  const isUnsearched = ({ kind }: One) => kind.startsWith('unsearched_')
  const isStop = ({ kind }: One) => kind === 'search_stopped'

  return {
    secrets: findings.filter((one) => !isUnsearched(one) && !isStop(one)),
    unsearched: findings.filter(isUnsearched),
    stop: findings.find(isStop) ?? null,
  }
}
