import MarkdownIt from 'markdown-it'

const markdown = new MarkdownIt()

export const html = (text) => markdown.render(text).trimEnd()
