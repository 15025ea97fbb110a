// only what `words` needs, without a module
console.log(`${process.argv.slice(3).join(' ').split(/\s+/).filter(Boolean).length} words`)
