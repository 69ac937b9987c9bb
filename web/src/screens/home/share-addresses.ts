type Shared = { url: string; words: string }

/** Where each place takes a link to be shared. Plain addresses: nothing of theirs is loaded here. */
export function shareAddresses({ url, words }: Shared) {
  const address = encodeURIComponent(url)
  const text = encodeURIComponent(words)

  return {
    x: `https://x.com/intent/post?url=${address}&text=${text}`,
    linkedin: `https://www.linkedin.com/sharing/share-offsite/?url=${address}`,
    reddit: `https://www.reddit.com/submit?url=${address}&title=${text}`,
    email: `mailto:?subject=${text}&body=${address}`,
  }
}
