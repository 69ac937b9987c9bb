import { SyncError, type SyncErrorCode } from '#errors/sync-error.ts'
import type { Target } from '#github/target.ts'
import { MAX_SAID } from '#host/refusal.ts'

/** More specific patterns first, because most refusals also mention the rules. */
const REASONS: readonly [RegExp, SyncErrorCode][] = [
  [/push protection|push cannot contain secrets|GH009/i, 'secret_refused'],
  [/GH001|file size limit|exceeds GitHub's/i, 'file_too_large'],
  [/without `?workflows?`? (?:permission|scope)/i, 'workflow_denied'],
  [/signature|signed commit/i, 'signature_required'],
  [/GH006|GH013|rule violations|protected branch|pull request|hook declined/i, 'branch_protected'],
]

/** Why a rule refuses a push, in GitHub's words; null if it is not a rule. */
export function ruleRefusal(text: string, target: Target): SyncError | null {
  const code = REASONS.find(([pattern]) => pattern.test(text))?.[1]
  if (!code) return null
  const { owner, name, branch } = target
  const [, path = branch] = /\bpath: (.+?)(?::\d+)?$/m.exec(text) ?? []
  const said = text.trim().slice(0, MAX_SAID)

  return new SyncError(code, { owner, name, branch, repo: `${owner}/${name}`, path, said })
}
