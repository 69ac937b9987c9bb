import { MAX_TITLE } from '@app/sync/pull-request-text'
import { Checkbox } from '@app/ui/checkbox.tsx'
import { TextArea } from '@app/ui/text-area.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { MAX_BODY } from '#issues/issue-limits.ts'
import { usePanelTexts } from '#words/use-panel-texts.ts'

/** The entered text; sent only if a pull request is requested. */
export type PullRequestInput = { isWanted: boolean; title: string; body: string; isDraft: boolean }

type Props = {
  base: string
  input: PullRequestInput
  onChange: (input: PullRequestInput) => void
}

export function PullRequestFields({ base, input, onChange }: Props) {
  const { t } = usePanelTexts()
  const change = (part: Partial<PullRequestInput>) => onChange({ ...input, ...part })

  return (
    <>
      <Checkbox
        label={t('push.pullRequest')}
        hint={t('pullRequests.hint', { base })}
        checked={input.isWanted}
        onChange={(event) => change({ isWanted: event.target.checked })}
      />
      {input.isWanted && (
        <div className="grid gap-4 border-l border-line pl-4">
          <TextField
            label={t('issues.title')}
            hint={t('pullRequests.titleHint')}
            value={input.title}
            onChange={(event) => change({ title: event.target.value })}
            maxLength={MAX_TITLE}
            autoComplete="off"
          />
          <TextArea
            label={t('issues.body')}
            value={input.body}
            onChange={(event) => change({ body: event.target.value })}
            maxLength={MAX_BODY}
            rows={3}
          />
          <Checkbox
            label={t('pullRequests.asDraft')}
            hint={t('pullRequests.draftHint')}
            checked={input.isDraft}
            onChange={(event) => change({ isDraft: event.target.checked })}
          />
        </div>
      )}
    </>
  )
}
