import { Button } from '@app/ui/button.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { Select } from '@app/ui/select.tsx'
import { Switch } from '@app/ui/switch.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { ProOnly } from '#pro/pro-only.tsx'
import type { WaitReason } from '#service/push-state.ts'
import { OWN_BRANCH } from '#service/target-choice.ts'
import { useSurroundings } from '#surroundings.tsx'
import { useSecondsUntil } from '#trouble/use-seconds-until.ts'
import { type PanelKey, usePanelTexts } from '#words/use-panel-texts.ts'
import { useSyncErrorText } from '#words/use-sync-error-text.ts'
import { type AutomaticPush, EVERY_MINUTES, IDLE_MINUTES } from './automatic-memory.ts'
import type { Automatic } from './use-idle-push.ts'

/** Automatic pushes, and the reminder to sign in. */
export function AutomaticPanel({ automatic }: { automatic: Automatic }) {
  const { t } = usePanelTexts()
  const { memory, change } = automatic

  return (
    <div className="grid gap-6">
      <ProOnly feature="idle">
        <Switch
          label={t('automatic.idle')}
          hint={t('automatic.idleHint')}
          isOn={memory.isOn}
          onChange={(isOn) => change({ isOn })}
        />
        {memory.isOn && <IdlePush automatic={automatic} />}
      </ProOnly>
      <ProOnly feature="reminder">
        <Switch
          label={t('automatic.remind')}
          hint={t('automatic.remindHint')}
          isOn={memory.reminds}
          onChange={(reminds) => change({ reminds })}
        />
      </ProOnly>
    </div>
  )
}

function IdlePush({ automatic }: { automatic: Automatic }) {
  const { t } = usePanelTexts()
  const { project } = useSurroundings()
  const { memory, change, snooze, nextAt } = automatic
  const minutes = (choices: readonly number[]) =>
    choices.map((count) => ({ value: String(count), label: t('automatic.minutes', { count }) }))

  return (
    <div className="grid gap-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={t('automatic.after')}
          options={minutes(IDLE_MINUTES)}
          value={String(memory.idleMinutes)}
          onChange={(value) => change({ idleMinutes: Number(value) })}
        />
        <Select
          label={t('automatic.every')}
          options={minutes(EVERY_MINUTES)}
          value={String(memory.everyMinutes)}
          onChange={(value) => change({ everyMinutes: Number(value) })}
        />
      </div>
      <Select
        label={t('automatic.to')}
        options={[
          {
            value: 'linked',
            label: project.target
              ? t('automatic.toLinked', { branch: project.target.branch })
              : t('automatic.toLinkedOnce'),
          },
          { value: 'own', label: OWN_BRANCH },
        ]}
        value={memory.branch}
        onChange={(branch) => change({ branch })}
      />
      <NextPush automatic={automatic} />
      <div>
        <Button variant="secondary" size="sm" disabled={nextAt === null} onClick={snooze}>
          {t('automatic.snooze')}
        </Button>
      </div>
      {memory.pushes.length > 0 && <LastPushes pushes={memory.pushes} />}
    </div>
  )
}

function NextPush({ automatic: { nextAt, isPushing, waiting } }: { automatic: Automatic }) {
  const { t, date } = usePanelTexts()
  const { project } = useSurroundings()
  const errorText = useSyncErrorText()
  const seconds = useSecondsUntil(nextAt)

  if (!project.target) {
    return (
      <Notice tone="notice">{t('automatic.waiting', { reason: t('automatic.notLinked') })}</Notice>
    )
  }
  if (isPushing) return <Notice tone="plain">{t('automatic.pushing')}</Notice>
  if (waiting && 'reasons' in waiting) {
    const reason = waiting.reasons.map((one) => t(WAIT_REASONS[one])).join(', ')
    return <Notice tone="notice">{t('automatic.waiting', { reason })}</Notice>
  }
  if (nextAt === null) return <Notice tone="plain">{t('automatic.nothing')}</Notice>

  const time = date(new Date(nextAt), { timeStyle: 'short' })
  return (
    <Notice tone={waiting ? 'danger' : 'plain'}>
      {waiting && <p>{errorText(waiting.failure)}</p>}
      <p className="tabular">{seconds > 0 ? t('automatic.next', { time }) : t('automatic.due')}</p>
    </Notice>
  )
}

function LastPushes({ pushes }: { pushes: readonly AutomaticPush[] }) {
  const { t } = usePanelTexts()
  const { githubUrl } = useSurroundings()

  return (
    <section>
      <h3 className="mb-2 text-sm font-medium">{t('automatic.last')}</h3>
      <ul className="divide-y divide-line rounded-md border border-line text-sm">
        {pushes.map(({ at, project, target, commit, files }) => (
          <li key={at} className="flex flex-wrap justify-between gap-x-4 gap-y-1 px-4 py-2.5">
            <span className="min-w-0 break-words">
              {commit
                ? t('automatic.pushed', { count: files, project, branch: target.branch })
                : t('automatic.failed', { project, branch: target.branch })}{' '}
              {commit && (
                <a
                  href={`${githubUrl}/${target.owner}/${target.name}/commit/${commit}`}
                  target="_blank"
                  rel="noreferrer"
                  className="font-mono text-accent underline underline-offset-2"
                >
                  {commit.slice(0, 7)}
                </a>
              )}
            </span>
            <span className="text-ink-soft">
              <TimeAgo at={new Date(at).toISOString()} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Short texts for why an automatic push waits. */
const WAIT_REASONS: Record<WaitReason, PanelKey> = {
  first_sync: 'automatic.needs.firstSync',
  mass_deletion: 'automatic.needs.massDeletion',
  conflicts: 'automatic.needs.conflicts',
  secrets: 'automatic.needs.secrets',
  env_files: 'automatic.needs.envFiles',
  workflow_files: 'automatic.needs.workflowFiles',
  public_target: 'automatic.needs.publicTarget',
  long_push: 'automatic.needs.longPush',
  protected_branch: 'automatic.needs.protectedBranch',
  folder_case: 'automatic.needs.folderCase',
  interrupted: 'automatic.needs.interrupted',
}
