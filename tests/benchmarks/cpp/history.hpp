// How often each position of a line has stood (rules R6): a table emptied by raising its stamp.
#pragma once

#include <cstdint>
#include <vector>

namespace mentis {

class History {
public:
    void clear() {
        used_ = 0;
        if (!++stamp_) {
            slots_.assign(slots_.size(), Slot{});
            stamp_ = 1;
        }
    }

    // Counts one more occurrence and returns how many there are.
    int enter(uint64_t key) {
        if (2 * (used_ + 1) > slots_.size()) grow();
        Slot& slot = find(key);
        if (slot.stamp != stamp_) {
            slot = {key, stamp_, 0};
            ++used_;
        }
        return ++slot.count;
    }

    void leave(uint64_t key) { --find(key).count; }

private:
    struct Slot {
        uint64_t key = 0;
        uint32_t stamp = 0;
        int32_t count = 0;
    };
    std::vector<Slot> slots_ = std::vector<Slot>(1024);
    uint32_t stamp_ = 1;
    size_t used_ = 0;

    Slot& find(uint64_t key) {
        size_t at = key >> 3 & (slots_.size() - 1);
        while (slots_[at].stamp == stamp_ && slots_[at].key != key)
            at = (at + 1) & (slots_.size() - 1);
        return slots_[at];
    }

    void grow() {
        std::vector<Slot> old(2 * slots_.size());
        old.swap(slots_);
        for (const Slot& slot : old)
            if (slot.stamp == stamp_) find(slot.key) = slot;
    }
};

}  // namespace mentis
