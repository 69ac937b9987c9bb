import type { Target } from '@app/sync/target'
import { Checkbox } from '@app/ui/checkbox.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import { TextArea } from '@app/ui/text-area.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useForm } from '@app/ui/use-form.ts'
import { createIssue, listLabels, type NewIssue } from '#github/issues.ts'
import { useLoaded } from '#loading/use-loaded.ts'
import { repoOf } from '#service/target-choice.ts'
import { useSurroundings } from '#surroundings.tsx'
import { SyncTrouble } from '#trouble/sync-trouble.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'
import { MAX_BODY, MAX_TITLE } from './issue-limits.ts'

const EMPTY: NewIssue = { title: '', body: '', labels: [] }

export function NewIssueForm({ target, onMade }: { target: Target; onMade: () => void }) {
  const { t } = usePanelTexts()
  const { host, plan } = useSurroundings()
  const action = useAction<'submit'>()
  const labels = useLoaded(repoOf(target), (signal) => listLabels(host, target, signal))
  const form = useForm<NewIssue>({
    initial: EMPTY,
    check: ({ title }) => ({ title: title.trim() ? null : t('issues.titleMissing') }),
    save: async (issue) => {
      if (!(await plan.ask())) return
      await createIssue(host, target, { ...issue, title: issue.title.trim() })
      onMade()
    },
    action,
    marksUnsaved: true,
  })

  return (
    <form {...form.props} className="grid gap-4 rounded-md border border-line p-4">
      <TextField
        label={t('issues.title')}
        maxLength={MAX_TITLE}
        autoComplete="off"
        {...form.field('title')}
      />
      <TextArea label={t('issues.body')} maxLength={MAX_BODY} rows={5} {...form.field('body')} />
      {labels.state === 'loaded' && labels.data.length > 0 && (
        <fieldset>
          <legend className="text-sm font-medium">{t('issues.labels')}</legend>
          <div className="flex max-h-48 flex-wrap gap-x-5 overflow-y-auto">
            {labels.data.map((label) => (
              <Checkbox key={label} label={label} {...form.option('labels', label)} />
            ))}
          </div>
        </fieldset>
      )}
      {action.failure && <SyncTrouble error={action.failure.error} />}
      <div>
        <SubmitButton form={form} size="sm">
          {t('issues.create')}
        </SubmitButton>
      </div>
    </form>
  )
}
