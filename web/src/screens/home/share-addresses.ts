type Shared = { url: string; words: string }

/** The share URL of each network. Plain URLs: no third-party script is loaded. */
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
