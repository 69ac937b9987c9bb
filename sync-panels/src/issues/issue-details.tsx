import type { Target } from '@app/sync/target'
import { Button } from '@app/ui/button.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import { TextArea } from '@app/ui/text-area.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useForm } from '@app/ui/use-form.ts'
import {
  addComment,
  changeIssue,
  type Issue,
  type IssueChange,
  listComments,
} from '#github/issues.ts'
import { OutLink } from '#links/out-link.tsx'
import { useLoaded } from '#loading/use-loaded.ts'
import { useSurroundings } from '#surroundings.tsx'
import { SyncTrouble } from '#trouble/sync-trouble.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'
import { MAX_BODY } from './issue-limits.ts'

type Props = { issue: Issue; target: Target; onChanged: () => void }

export function IssueDetails({ issue, target, onChanged }: Props) {
  const { t } = usePanelTexts()
  const { host } = useSurroundings()
  const comments = useLoaded(`${issue.number}`, (signal) =>
    listComments(host, target, issue.number, signal),
  )

  return (
    <div className="grid gap-4">
      <p className="text-sm break-words whitespace-pre-wrap">
        {issue.body || <span className="text-ink-soft">{t('issues.noBody')}</span>}
      </p>
      {comments.state === 'loading' && issue.comments > 0 && (
        <p role="status" className="text-sm text-ink-soft">
          {t('issues.loadingComments')}
        </p>
      )}
      {comments.state === 'failed' && (
        <SyncTrouble error={comments.error} onRetry={comments.reload} />
      )}
      {comments.state === 'loaded' && (
        <ul className="grid gap-3 empty:hidden">
          {comments.data.map(({ id, author, body, createdAt }) => (
            <li key={id} className="rounded-md bg-sunken px-4 py-3 text-sm">
              <p className="flex gap-3 text-ink-soft">
                <span className="font-medium">{author}</span> <TimeAgo at={createdAt} />
              </p>
              <p className="mt-1 break-words whitespace-pre-wrap">{body}</p>
            </li>
          ))}
        </ul>
      )}
      <CommentForm
        issue={issue}
        target={target}
        onSaid={() => {
          comments.reload()
          onChanged()
        }}
      />
      <StateButtons issue={issue} target={target} onChanged={onChanged} />
    </div>
  )
}

function CommentForm(props: { issue: Issue; target: Target; onSaid: () => void }) {
  const { t } = usePanelTexts()
  const { host, plan } = useSurroundings()
  const action = useAction<'submit'>()
  const form = useForm({
    initial: { body: '' },
    check: ({ body }) => ({ body: body.trim() ? null : t('issues.commentMissing') }),
    save: async ({ body }, { clear }) => {
      if (!(await plan.ask())) return
      await addComment(host, props.target, props.issue.number, body)
      clear()
      props.onSaid()
    },
    action,
    marksUnsaved: true,
  })

  return (
    <form {...form.props} className="grid gap-2">
      <TextArea label={t('issues.comment')} maxLength={MAX_BODY} rows={3} {...form.field('body')} />
      {action.failure && <SyncTrouble error={action.failure.error} />}
      <div>
        <SubmitButton form={form} variant="secondary" size="sm">
          {t('issues.addComment')}
        </SubmitButton>
      </div>
    </form>
  )
}

function StateButtons({ issue, target, onChanged }: Props) {
  const { t } = usePanelTexts()
  const { host, plan } = useSurroundings()
  const { run, running, failure } = useAction<IssueChange>()
  const change = (to: IssueChange) =>
    run(to, async () => {
      if (!(await plan.ask())) return
      await changeIssue(host, target, issue.number, to)
      onChanged()
    })
  const button = (to: IssueChange, text: string) => (
    <Button variant="secondary" size="sm" isBusy={running === to} onClick={() => change(to)}>
      {text}
    </Button>
  )

  return (
    <div className="grid gap-2">
      {failure && <SyncTrouble error={failure.error} />}
      <div className="flex flex-wrap items-center gap-2">
        {issue.isOpen && <span className="text-sm text-ink-soft">{t('issues.close')}</span>}
        {issue.isOpen && button('completed', t('issues.done'))}
        {issue.isOpen && button('not_planned', t('issues.notPlanned'))}
        {!issue.isOpen && button('reopened', t('issues.reopen'))}
        <OutLink href={issue.url} text={t('panels.openOnGithub')} variant="quiet" />
      </div>
    </div>
  )
}
