import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { Drawer } from '@app/ui/drawer.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { type FeedbackChoice, feedbackListsQuery } from '#api/admin/admin-feedback-lists.ts'
import { AdminLoadFailed } from '#features/admin/admin-load-failed.tsx'
import { adminMessage } from '#features/admin/admin-message.ts'
import { OrderedRows } from '#features/admin/ordered-rows.tsx'
import { useChoiceWords } from '#features/feedback/triage-words.ts'
import { UnsavedChanges } from '#features/unsaved-changes/unsaved-changes.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useLeavingTexts } from '#i18n/leaving-texts.ts'
import { ChoiceForm } from './choice-form.tsx'
import { type ListChanges, useListChanges } from './use-list-changes.ts'

/** The values that users choose from when they send feedback or uninstall. */
export function FeedbackLists() {
  const all = useQuery(feedbackListsQuery)

  if (all.isPending) return <Skeleton className="h-64 w-full" />
  if (all.isError) {
    return (
      <Card>
        <AdminLoadFailed query={all} />
      </Card>
    )
  }
  return <Editor choices={all.data} />
}

function Editor({ choices }: { choices: FeedbackChoice[] }) {
  const { t } = useTranslation()
  const changes = useListChanges()
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const open = parameters.get('open') ?? ''
  const opened = choices.find(({ id }) => id === open)
  const adds = LISTS.find((list) => open === `new-${list}`)
  const wordsOf = useChoiceWords()

  return (
    <>
      <p className="text-sm text-ink-soft">{t('admin.feedback.lists.lead')}</p>
      {changes.failure !== null && (
        <Notice tone="danger">{adminMessage(t, changes.failure)}</Notice>
      )}
      {LISTS.map((list) => (
        <List
          key={list}
          list={list}
          rows={choices.filter((one) => one.list === list && one.code !== 'uninstall')}
          changes={changes}
        />
      ))}
      <p role="status" className="sr-only">
        {changes.said}
      </p>
      <Drawer
        isOpen={open !== ''}
        onClose={() => void navigate(ADDRESS, { replace: true })}
        title={opened ? wordsOf(opened) : adds ? t(ADD_WORDS[adds]) : t('admin.feedback.lists.tab')}
        closeText={t('common.close')}
      >
        {opened || adds ? (
          <ChoiceForm
            key={open}
            choice={opened ?? null}
            list={opened?.list ?? adds ?? 'feedback_categories'}
            place={choices.length}
            changes={changes}
            onDone={() => void navigate(ADDRESS, { replace: true })}
          />
        ) : (
          <Notice tone="plain">{t('admin.feedback.lists.gone')}</Notice>
        )}
      </Drawer>
      <UnsavedChanges texts={useLeavingTexts()} />
    </>
  )
}

const ADDRESS = '?tab=lists'
const LISTS = ['feedback_categories', 'feedback_reasons'] as const
const TITLES = {
  feedback_categories: 'admin.feedback.lists.categories',
  feedback_reasons: 'admin.feedback.lists.reasons',
} as const
const ADD_WORDS = {
  feedback_categories: 'admin.feedback.lists.addCategory',
  feedback_reasons: 'admin.feedback.lists.addReason',
} as const

type ListProps = { list: (typeof LISTS)[number]; rows: FeedbackChoice[]; changes: ListChanges }

function List({ list, rows, changes }: ListProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const wordsOf = useChoiceWords()

  return (
    <div className="grid gap-3">
      <OrderedRows
        title={t(TITLES[list])}
        rows={rows}
        nameOf={wordsOf}
        details={({ code }) => <p className="font-mono text-xs break-all text-ink-soft">{code}</p>}
        addressOf={(id) => `${ADDRESS}&open=${id}`}
        onOrder={(after, moved) => void changes.order(rows, after, wordsOf(moved), moved)}
        onSwitch={changes.switchTo}
      />
      <Button
        size="sm"
        variant="secondary"
        className="justify-self-start"
        onClick={() => void navigate(`${ADDRESS}&open=new-${list}`)}
      >
        {t(ADD_WORDS[list])}
      </Button>
    </div>
  )
}
