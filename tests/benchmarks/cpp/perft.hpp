// Count action sequences, every distinct notation as one action (rules R9).
#pragma once

#include "rule.hpp"

namespace mentis {

uint64_t perft(const Position& position, int depth);

// Visits every legal turn of a position; at depth 1 it is counted without being played.
class Counter {
public:
    Counter(const Position& position, int depth) : position_(position), depth_(depth) {}

    uint64_t count() {
        if (!position_.has_king(0) || !position_.has_king(1)) return 0;
        const int side = position_.side;
        for (int place = 0; place < SQUARES; ++place) {
            const int cell = position_.cells[place];
            if (!is_own(cell, side)) continue;
            count_movements(place);
            count_captures(place);
        }
        for (int place : DEPLOYMENT[side]) count_deployments(place);
        return total_;
    }

private:
    const Position& position_;
    const int depth_;
    uint64_t total_ = 0;
    int path_[MAX_STEPS + 1] = {}, drops_[MAX_STEPS] = {};

    template <typename Play>
    void visit(Play play) {
        if (depth_ == 1) {
            ++total_;
            return;
        }
        Position next = position_;
        play(next);
        total_ += perft(next, depth_ - 1);
    }

    void count_movements(int place) {
        path_[0] = place;
        Position board = position_;
        walk(board, position_.cells[place] & TILES_MASK, 0, 0);
    }

    // Goes on from path_[steps], where the stack `tiles` stands, in every way.
    void walk(Position& board, int tiles, int departing, int steps) {
        const int side = position_.side, here = path_[steps], leader = tiles & 7;
        const int tall = height(tiles), before = board.cells[here];
        for (int drop = 0; drop < tall && drop < 3; ++drop) {
            const int going = tall - drop, left = tiles >> 3 * going;
            const int moving = tiles & ((1 << 3 * going) - 1);
            const int leaving = steps ? departing : going;
            board.cells[here] = uint16_t(left ? left | side << 9 : 0);
            drops_[steps] = drop;
            for (int way = 0; way < (leader == WOLF ? 8 : 4); ++way) {
                const int there = GEOMETRY.step[here][way];
                if (there < 0 || !can_enter(board, leader, there)) continue;
                const bool bends = steps && way != GEOMETRY.direction[path_[0]][path_[1]];
                if (leader == TRENCHMEN && bends) continue;
                if (there == path_[0] && going == leaving) continue;
                const int cell = board.cells[there];
                if (height(cell) + going > MAX_HEIGHT) continue;
                path_[steps + 1] = there;
                if (leader != TRENCHMEN || steps == 1)
                    visit([&](Position& next) { play_movement(next, path_, drops_, steps + 1); });
                if (steps + 1 < STEPS[leader])
                    walk(board, (cell & TILES_MASK) << 3 * going | moving, leaving, steps + 1);
            }
        }
        board.cells[here] = uint16_t(before);
    }

    void count_captures(int place) {
        const int attacker = position_.cells[place] & 7;
        for (int way = 0; way < (attacker == WOLF ? 8 : 4); ++way) {
            int target = place;
            for (int far = 0; far < ATTACK_RANGE[attacker] && target >= 0; ++far)
                target = GEOMETRY.step[target][way];
            if (target >= 0 && can_capture(position_, place, target))
                visit([=](Position& next) { play_capture(next, place, target); });
        }
    }

    void count_deployments(int place) {
        const int side = position_.side, hand = position_.hands[side];
        const int cell = position_.cells[place];
        if (is_enemy(cell, side) || (cell & 7) == WOLF) return;
        if (!cell && hand_count(hand, WOLF))
            visit([=](Position& next) { play_deployment(next, WOLF, place); });
        if (!is_banned(position_, place)) deploy(place, hand, 0, MAX_HEIGHT - height(cell));
    }

    void deploy(int place, int hand, int tiles, int room) {
        if (!room) return;
        for (int tile : {SPEARS, TRENCHMEN, NOBLES}) {
            if (!hand_count(hand, tile)) continue;
            const int more = tiles << 3 | tile;
            visit([=](Position& next) { play_deployment(next, more, place); });
            deploy(place, hand - (1 << HAND_SHIFT[tile]), more, room - 1);
        }
    }
};

inline uint64_t perft(const Position& position, int depth) {
    return depth ? Counter(position, depth).count() : 1;
}

}  // namespace mentis
