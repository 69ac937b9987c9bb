import { day, moment, money, span } from '@app/platform/mail/layout/format.ts'
import type { SiteLink } from '@app/platform/mail/layout/site-link.ts'
import { paragraphs, words } from '@app/platform/mail/layout/words.ts'
import { newPassword, signIn } from '@app/platform/mail/templates/shared-parts.ts'
import type { MailTexts } from './mail-texts.ts'

const BILLING: SiteLink = { on: 'site', path: '/settings', query: { tab: 'billing' } }

const LOST = {
  app: {
    subject: words`Set up your authenticator app again`,
    heading: words`Your authenticator app is no longer connected`,
    result: words`The connection to your authenticator app is lost, so signing in asks for no code until you set it up again.`,
  },
  codes: {
    subject: words`Make new recovery codes`,
    heading: words`Your recovery codes may no longer work`,
    result: words`The codes that you saved may no longer work. New ones replace them.`,
  },
  github: {
    subject: words`Connect GitHub again`,
    heading: words`GitHub has to be connected again`,
    result: words`Your connection to GitHub is lost. Your repositories are untouched, and your projects stay linked.`,
  },
}

/** The product's mails in English. */
export const en: MailTexts = {
  account_deleted: ({ at }, product) => ({
    subject: words`Your ${product} account is deleted`,
    preview: words`Your account and everything in it are gone.`,
    heading: words`Your account is deleted`,
    lines: [
      words`On ${moment('en', at)} your ${product} account was deleted at your request, with your projects, tasks, settings and sign-ins. The connection to GitHub has ended, and a subscription with it.`,
      words`Your repositories on GitHub are untouched. What remains with us is the amount, day and number of each payment, without your name, as the law requires.`,
    ],
    notes: [
      words`If you didn’t do this, write to support right away. This is the last email you get from us.`,
    ],
    reason: 'account',
  }),

  address_confirmed: ({ email, removedPassword }, product) => ({
    subject: words`Your ${product} account is confirmed`,
    preview: removedPassword ? words`Set a new password to sign in.` : words`You can sign in now.`,
    heading: words`Your address is confirmed`,
    lines: removedPassword
      ? [
          words`An administrator confirmed this address for you. The password chosen at registration no longer works, because nobody had proven that the address is theirs.`,
          words`Set a new password, and you can sign in.`,
        ]
      : [words`An administrator confirmed this address for you. You can sign in now.`],
    action: removedPassword
      ? { label: words`Set a new password`, link: newPassword(email) }
      : { label: words`Sign in`, link: signIn(email) },
    notes: [words`If you didn’t register with ${product}, you can ignore this email.`],
    reason: 'entered',
  }),

  project_invitation: ({ inviter, project, role, validUntil, link }, product) => ({
    subject: words`${inviter} invites you to ${project}`,
    preview: words`Work on it together, in ${product}.`,
    heading: words`Join ${project}`,
    lines: [
      role === 'editor'
        ? words`${inviter} would like to work with you on ${project}: its tasks, its progress, its people.`
        : words`${inviter} would like to show you ${project}: its tasks, its progress, its people.`,
    ],
    action: { label: words`See the invitation`, link },
    notes: [
      words`The invitation is open until ${day('en', validUntil)}.`,
      words`If you don’t know each other, ignore this email.`,
    ],
    reason: 'entered',
  }),

  task_assigned: ({ assigner, task, project, dueOn, link }) => ({
    subject: words`A task for you: ${task}`,
    preview: words`In ${project}, from ${assigner}.`,
    heading: words`A task for you`,
    lines: [
      words`${assigner} is counting on you for ${task} in ${project}.`,
      ...(dueOn ? [words`It’s due on ${day('en', dueOn)}.`] : []),
    ],
    action: { label: words`Open the task`, link },
    reason: 'chosen',
  }),

  sync_trouble: ({ project, repository, link }, product) => ({
    subject: words`${project} couldn’t be synced`,
    preview: words`Your work is safe, but GitHub doesn’t have it yet.`,
    heading: words`${project} isn’t on GitHub yet`,
    lines: [
      words`${product} couldn’t push ${project} to ${repository}. Nothing is lost, but GitHub doesn’t have your latest work yet.`,
      words`Most often, the connection to GitHub has expired, or the repository was moved or renamed.`,
    ],
    action: { label: words`See what’s wrong`, link },
    reason: 'chosen',
  }),

  subscription_started: ({ plan, renewsOn }) => ({
    subject: words`Thank you: ${plan} is yours`,
    preview: words`Everything is switched on already.`,
    heading: words`${plan} is active`,
    lines: [
      words`Thank you for choosing ${plan}. Everything in it is switched on already, here and in the extension.`,
      renewsOn
        ? words`It renews on ${day('en', renewsOn)}. Invoices and cancelling are one click away.`
        : words`Invoices and cancelling are one click away.`,
    ],
    action: { label: words`See my plan`, link: BILLING },
    reason: 'account',
  }),

  subscription_cancelled: ({ plan, endsOn }) => ({
    subject: words`${plan} ends on ${day('en', endsOn)}`,
    preview: words`Until then nothing changes.`,
    heading: words`Your cancellation is confirmed`,
    lines: [
      words`${plan} won’t renew. You keep all of it until ${day('en', endsOn)}; after that, your projects and the free features stay.`,
      words`You can change your mind until then.`,
    ],
    action: { label: words`Keep my plan`, link: BILLING },
    reason: 'account',
  }),

  subscription_resumed: ({ plan, renewsOn }) => ({
    subject: words`${plan} continues`,
    preview: words`Good to have you still here.`,
    heading: words`${plan} continues`,
    lines: [
      words`Your subscription runs again as before, here and in the extension.`,
      ...(renewsOn ? [words`It renews on ${day('en', renewsOn)}.`] : []),
    ],
    action: { label: words`See my plan`, link: BILLING },
    reason: 'account',
  }),

  subscription_ended: ({ plan }) => ({
    subject: words`${plan} has ended`,
    preview: words`Your projects are all still there.`,
    heading: words`Back to the free plan`,
    lines: [
      words`${plan} has ended. Your projects are all still there, and the free features are yours as before.`,
      words`You’re welcome back any time.`,
    ],
    action: { label: words`See the plans`, link: { on: 'site', path: '/pricing' } },
    reason: 'account',
  }),

  payment_receipt: ({ plan, price, renewsOn }) => ({
    subject: words`Your payment for ${plan}`,
    preview: words`${money('en', price)}, with thanks.`,
    heading: words`Thank you for your payment`,
    lines: [
      words`We received ${money('en', price)} for ${plan}.`,
      ...(renewsOn ? [words`The next payment is due on ${day('en', renewsOn)}.`] : []),
    ],
    action: { label: words`See my invoices`, link: BILLING },
    reason: 'account',
  }),

  payment_failed: ({ plan, price, isOff }) => ({
    subject: words`Your payment for ${plan} didn’t go through`,
    preview: isOff
      ? words`Your plan is switched off until a card works.`
      : words`Your plan continues for now; please check your card.`,
    heading: words`The payment didn’t go through`,
    lines: [
      words`We couldn’t collect ${money('en', price)} for ${plan}. Often, a card has simply expired.`,
      isOff
        ? words`That was the last attempt, so your plan is switched off. A working card switches it on again; your projects stay as they are.`
        : words`Your plan continues for now, and we’ll try again over the next few days. With a working card, nothing stops.`,
    ],
    action: { label: words`Update my card`, link: BILLING },
    reason: 'account',
  }),

  payment_refunded: ({ plan, price }) => ({
    subject: words`Your refund for ${plan}`,
    preview: words`${money('en', price)} is on its way back to you.`,
    heading: words`Your refund is on its way`,
    lines: [
      words`We refunded ${money('en', price)} of your payment for ${plan}. It can take a few days until your bank shows it.`,
    ],
    action: { label: words`See my invoices`, link: BILLING },
    reason: 'account',
  }),

  feedback_receipt: ({ title }, product) => ({
    subject: words`Thank you for your feedback`,
    preview: words`A person will read it.`,
    heading: words`We got your message`,
    lines: [
      title
        ? words`Thank you for writing to us about ${title}. A person will read it, not a machine.`
        : words`Thank you for writing to us. A person will read it, not a machine.`,
      words`That is how ${product} gets better. If we have a question, we’ll write to this address.`,
    ],
    reason: 'entered',
  }),

  feedback_reply: ({ title, quote, sentAt, text }, product) => ({
    subject: title ? words`Our reply: ${title}` : words`Our reply to your feedback`,
    preview: words`The ${product} team has replied to you.`,
    heading: words`Our reply to your feedback`,
    lines: paragraphs(text),
    notes: [
      ...(quote ? [words`On ${day('en', sentAt)} you wrote: ${quote}`] : []),
      words`Nobody reads replies to this email. To write back, use the address below.`,
    ],
    reason: 'account',
  }),

  export_ready: ({ link, validForS }, product) => ({
    subject: words`Your data is ready to download`,
    preview: words`Everything ${product} knows about you, in one file.`,
    heading: words`Your data is ready`,
    lines: [words`You asked for a copy of your data. It’s all in one file; sign in to get it.`],
    action: { label: words`Download my data`, link },
    notes: [
      words`The file stays there for ${span('en', validForS)}, then it’s deleted.`,
      words`If you didn’t ask for it, change your password: someone may be in your account.`,
    ],
    reason: 'account',
  }),

  copy_left: ({ address }, product) => ({
    subject: words`A temporary copy on GitHub needs your help`,
    preview: words`${product} couldn’t delete it. Please do it yourself.`,
    heading: words`Please delete a temporary copy`,
    lines: [
      words`A temporary copy could not be deleted: ${address}. Please delete it.`,
      words`It was made to import a private repository into bolt.new. Until it’s deleted, others may be able to read it. You’ll find “Delete this repository” on GitHub, at the end of its settings.`,
    ],
    notes: [
      words`This happens when the connection to GitHub or the app was removed in the meantime, or when GitHub refuses.`,
    ],
    reason: 'account',
  }),

  secret_lost: ({ what, link }, product) => ({
    subject: LOST[what].subject,
    preview: words`It takes a minute, in your settings.`,
    heading: LOST[what].heading,
    lines: [
      words`${product} had to replace the keys that protect stored secrets. ${LOST[what].result}`,
      words`Your password, your passkeys and your data are not affected.`,
    ],
    action: { label: words`Open the settings`, link },
    reason: 'account',
  }),

  company_metadata_ends: ({ company, endsOn, link }, product) => ({
    subject: words`Sign-in of ${company} ends on ${day('en', endsOn)}`,
    preview: words`Its metadata needs a new certificate.`,
    heading: words`${company} needs new metadata`,
    lines: [
      words`The metadata of ${company}, or its last certificate, ends on ${day('en', endsOn)}. After that nobody there can sign in to ${product}.`,
      words`Ask the company for a new certificate. If its metadata has an address, it arrives by itself; otherwise paste the new file.`,
    ],
    action: { label: words`Open the company`, link },
    reason: 'account',
  }),

  test_mail: ({ at }, product) => ({
    subject: words`A test from ${product}`,
    preview: words`Emails leave the server and reach you.`,
    heading: words`It works`,
    lines: [
      words`You asked for this test in the admin area on ${moment('en', at)}. Emails leave the server and reach your inbox.`,
    ],
    reason: 'account',
  }),
}
