import { isBranchName } from '@app/sync/branch-name'
import { createBranch } from '@app/sync/branches'
import type { HistoryCommit } from '@app/sync/history'
import { SyncError } from '@app/sync/sync-error'
import type { Target } from '@app/sync/target'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useForm } from '@app/ui/use-form.ts'
import { useSurroundings } from '#surroundings.tsx'
import { SyncTrouble } from '#trouble/sync-trouble.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'

type Props = {
  commit: Pick<HistoryCommit, 'sha'>
  target: Target
  onMade: (branch: string) => void
}

export function BranchFromHere({ commit, target, onMade }: Props) {
  const { t } = usePanelTexts()
  const { host } = useSurroundings()
  const action = useAction<'submit'>()
  const error = action.failure?.error
  const form = useForm({
    initial: { name: '' },
    check: ({ name }) => ({ name: isBranchName(name) ? null : t('syncErrors.branch_invalid') }),
    save: async ({ name }) => {
      await createBranch(host, { ...target, branch: name }, commit.sha)
      onMade(name)
    },
    explain: (refused) => ({
      fields: isTaken(refused) ? { name: t('targets.branchTaken', refused.facts) } : {},
    }),
    action,
    marksUnsaved: true,
  })

  return (
    <form {...form.props} className="grid gap-3">
      <TextField
        label={t('targets.newBranchName')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('name')}
      />
      {error !== undefined && !isTaken(error) && <SyncTrouble error={error} />}
      <div>
        <SubmitButton form={form} size="sm">
          {t('history.makeBranch')}
        </SubmitButton>
      </div>
    </form>
  )
}

/** The engine never moves an existing branch. */
const isTaken = (error: unknown): error is SyncError =>
  error instanceof SyncError && error.code === 'branch_moved'
