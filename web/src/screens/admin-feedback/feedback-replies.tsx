import { FEEDBACK_REPLY_MAX_CHARACTERS } from '@app/contract/admin'
import { LANGUAGE_NAMES, languageOf } from '@app/contract/languages'
import { Button } from '@app/ui/button.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { SubmitButton } from '@app/ui/submit-button.tsx'
import { TextArea } from '@app/ui/text-area.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { useForm } from '@app/ui/use-form.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  type FeedbackItem,
  type FeedbackReply,
  feedbackRepliesQuery,
  sendReply,
} from '#api/admin/admin-feedback.ts'
import { userMessage } from '#api/errors/user-message.ts'
import { adminMessage } from '#features/admin/admin-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

type Props = { item: FeedbackItem; onSent: () => Promise<void> }

/** What was mailed to the sender, and the form for another reply. */
export function FeedbackReplies({ item, onSent }: Props) {
  const { t } = useTranslation()
  const replies = useQuery({ ...feedbackRepliesQuery(item.id), enabled: item.sender !== null })
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)

  if (!item.sender) return <Notice tone="plain">{t('admin.feedback.reply.visitor')}</Notice>
  if (replies.isPending) return <Skeleton className="h-10 w-40" />
  if (replies.isError) {
    return (
      <LoadFailed
        title={t('admin.list.failed')}
        text={userMessage(t, replies.error, 'errors.tryAgain')}
        retryText={t('errorPage.tryAgain')}
        onRetry={replies.refetch}
      />
    )
  }

  return (
    <section aria-label={t('admin.feedback.reply.title')} className="grid gap-4">
      {replies.data.map((reply) => (
        <SentReply key={reply.id} reply={reply} />
      ))}
      {isOpen ? (
        <ReplyForm
          item={item}
          sender={item.sender}
          repliesSeen={replies.data.length}
          onSent={async () => {
            await onSent()
            setOpen(false)
            requestAnimationFrame(() => opener.current?.focus())
          }}
          onRefused={onSent}
        />
      ) : (
        <Button ref={opener} size="sm" className="justify-self-start" onClick={() => setOpen(true)}>
          {t('admin.feedback.reply.open')}
        </Button>
      )}
    </section>
  )
}

function SentReply({ reply: { author, body, created_at } }: { reply: FeedbackReply }) {
  const { t } = useTranslation()
  const name = author?.display_name || author?.email || t('admin.feedback.reply.formerAdmin')

  return (
    <article className="grid gap-2 rounded-md border border-line bg-sunken p-4 text-sm">
      <p className="break-words whitespace-pre-wrap">{body}</p>
      <p className="flex flex-wrap gap-x-2 text-xs text-ink-soft">
        <span>{t('admin.feedback.reply.by', { name })}</span>
        <TimeAgo at={created_at} />
      </p>
    </article>
  )
}

type FormProps = {
  item: FeedbackItem
  sender: NonNullable<FeedbackItem['sender']>
  repliesSeen: number
  onSent: () => Promise<void>
  /** Shows what somebody else may have replied. */
  onRefused: () => Promise<void>
}

function ReplyForm({ item, sender, repliesSeen, onSent, onRefused }: FormProps) {
  const { t } = useTranslation()
  // One id per draft: a repeated call after a lost answer sends nothing.
  const [replyId, setReplyId] = useState(() => crypto.randomUUID())
  const form = useForm({
    initial: { reply: '' },
    check: ({ reply }) => ({
      reply: reply.trim() === '' ? t('admin.feedback.reply.missing') : null,
    }),
    save: async ({ reply }, { clear }) => {
      try {
        await sendReply({ feedbackId: item.id, replyId, text: reply.trim(), repliesSeen })
      } catch (error) {
        if (Object(error).code === 'changed_meanwhile') {
          setReplyId(crypto.randomUUID())
          await onRefused()
        }
        throw error
      }
      clear()
      toasts.show({
        subject: 'feedback-reply',
        tone: 'positive',
        title: t('admin.feedback.reply.sent', { email: sender.email }),
      })
      await onSent()
    },
    explain: (error) => ({ text: adminMessage(t, error) }),
    marksUnsaved: true,
  })

  return (
    <form {...form.props} className="grid gap-3">
      <TextArea
        label={t('admin.feedback.reply.label')}
        hint={t('admin.feedback.reply.hint', {
          email: sender.email,
          language: LANGUAGE_NAMES[languageOf(sender.language)],
        })}
        rows={6}
        maxLength={FEEDBACK_REPLY_MAX_CHARACTERS}
        autoFocus
        {...form.field('reply')}
      />
      <FailureNotice failure={form.failure} />
      <SubmitButton form={form} size="sm" className="justify-self-start">
        {t('admin.feedback.reply.send')}
      </SubmitButton>
    </form>
  )
}
