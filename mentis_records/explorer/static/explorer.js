// What pages do beyond their links: nothing here is needed to read them.
