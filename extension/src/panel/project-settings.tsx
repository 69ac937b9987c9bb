import { repoOf } from '@app/sync-panels/target-choice'
import { TargetPicker } from '@app/sync-panels/target-picker'
import { Button } from '@app/ui/button.tsx'
import { ConfirmDialog } from '@app/ui/confirm-dialog.tsx'
import { TextArea } from '@app/ui/text-area.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { type FormEvent, useState } from 'react'
import type { KnownProject } from '#store/storage.ts'
import { ask } from './ask.ts'
import { Section } from './section.tsx'
import { useWords } from './use-words.ts'

/** The repository of the project on display, and settings for all its pushes. */
export function ProjectSettings({ project }: { project: KnownProject }) {
  const { t } = useWords()

  return (
    <Section title={t('extension.settings.project')}>
      <Goes project={project} />
      <Habits key={project.id} project={project} />
    </Section>
  )
}

function Goes({ project: { id, name, target } }: { project: KnownProject }) {
  const { t } = useWords()
  const [isChoosing, setChoosing] = useState(false)
  const [isAsking, setAsking] = useState(false)

  if (isChoosing) {
    return (
      <TargetPicker
        submitText={t('extension.settings.useRepository')}
        onChoose={(choice) => {
          setChoosing(false)
          void ask('link', id, choice.target)
        }}
        onCancel={() => setChoosing(false)}
      />
    )
  }
  return (
    <div className="grid gap-2">
      {!target && <p className="text-sm text-ink-soft">{t('extension.settings.notLinked')}</p>}
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={() => setChoosing(true)}>
          {t('extension.settings.repository')}
        </Button>
        {target && (
          <Button variant="quiet" size="sm" onClick={() => setAsking(true)}>
            {t('extension.settings.unlink')}
          </Button>
        )}
      </div>
      {target && (
        <ConfirmDialog
          isOpen={isAsking}
          onOpenChange={setAsking}
          title={t('extension.settings.unlinkTitle', { name })}
          text={t('extension.settings.unlinkText', { repo: repoOf(target) })}
          cancelText={t('extension.settings.keep')}
          confirmText={t('extension.settings.unlink')}
          onConfirm={() => void ask('unlink', id)}
        />
      )}
    </div>
  )
}

function Habits({ project }: { project: KnownProject }) {
  const { t } = useWords()
  const [message, setMessage] = useState(project.message)
  const [leaveOut, setLeaveOut] = useState(project.leaveOut.join('\n'))
  const [isSaved, setSaved] = useState(false)
  const lines = linesOf(leaveOut)
  const isChanged =
    message.trim() !== project.message || lines.join('\n') !== project.leaveOut.join('\n')

  async function save(event: FormEvent) {
    event.preventDefault()
    await ask('changeProject', project.id, { message: message.trim(), leaveOut: lines })
    setSaved(true)
  }

  return (
    <form onSubmit={save} onChange={() => setSaved(false)} className="mt-2 grid gap-4">
      <TextField
        label={t('extension.settings.message')}
        hint={t('extension.settings.messageHint')}
        value={message}
        onChange={({ target }) => setMessage(target.value)}
        autoComplete="off"
      />
      <TextArea
        label={t('extension.settings.leaveOut')}
        hint={t('extension.settings.leaveOutHint')}
        value={leaveOut}
        onChange={({ target }) => setLeaveOut(target.value)}
        placeholder="notes/"
        spellCheck={false}
        rows={3}
      />
      <div className="flex items-center gap-3">
        <Button type="submit" variant="secondary" size="sm" disabled={!isChanged}>
          {t('extension.settings.save')}
        </Button>
        <p role="status" className="text-sm text-ink-soft">
          {isSaved && !isChanged && t('extension.settings.saved')}
        </p>
      </div>
    </form>
  )
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
